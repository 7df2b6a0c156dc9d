"""What importing a large file costs, and whom it keeps waiting."""
