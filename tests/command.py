"""The command `palimpsest` for tests, `python -m tests.command`; it forks its trainers."""

from tests.forked import fork_trainers
from webapp.cli import main

if __name__ == "__main__":
    fork_trainers()
    main()
