"""`python -m tests.command` is `palimpsest`; trainers that it starts itself are forked."""

from tests.forked import fork_trainers
from webapp.cli import main

if __name__ == "__main__":
    fork_trainers()
    main()
