"""What pages and saving cost, at one user and at several."""
