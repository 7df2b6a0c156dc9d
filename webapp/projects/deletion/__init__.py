"""Taking back what nobody has begun; deleting documents and projects with all that is theirs."""
