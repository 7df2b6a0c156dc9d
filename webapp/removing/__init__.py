"""Taking back and deleting what nobody has begun."""
