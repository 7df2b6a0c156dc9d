"""What others published on which mentions to mask, and experiments on documents held out."""
