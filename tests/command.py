"""`python -m tests.command` is `palimpsest`; trainers that it starts itself don't give way."""

from webapp.cli import main
from webapp.versions import processes

if __name__ == "__main__":
    processes.NICENESS = 0
    main()
