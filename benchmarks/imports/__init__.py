"""What importing a large file costs, and how long annotators wait meanwhile."""
