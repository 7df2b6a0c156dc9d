"""Reading a span as a place."""
