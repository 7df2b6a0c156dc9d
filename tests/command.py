"""`python -m tests.command` is `palimpsest` with trainers of normal priority."""

from webapp.cli import main
from webapp.versions import processes

if __name__ == "__main__":
    processes.NICENESS = 0
    main()
