"""Reading submitted documents, approving or returning them."""
