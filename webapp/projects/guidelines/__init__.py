"""Guidelines: their versions, what changed between them, and who has read which."""
