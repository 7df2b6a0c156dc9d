"""What a span may be replaced by: the compiled index, linking, rules, and their sources."""
