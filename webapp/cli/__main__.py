"""`python -m webapp.cli` is `palimpsest`, wherever the console script is not on the path."""

from webapp.cli import main

main()
