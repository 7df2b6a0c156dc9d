"""Finding what to hide in documents in which nothing is marked."""
