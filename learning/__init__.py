"""What masking and selection both learn with: encoders of text, and what can go wrong."""
