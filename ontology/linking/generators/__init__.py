"""What finds readings of a span, each in its way; the scorer chooses among all of them."""
