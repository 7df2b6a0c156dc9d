"""PDFs, read in a process of their own: the reader is no Python, and a forged file may end it."""
