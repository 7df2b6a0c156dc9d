"""Published methods of deciding on masks, and experiments on documents held out."""
