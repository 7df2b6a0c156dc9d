"""Reading a span as an organization."""
