"""A program that imports a file and is killed on the way: `python -m … FILE staging|store`.

`staging`: with some of the documents written; `store`: after publishing, before the store.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from tests.webapp.intake.imports.importing import bring
from webapp.application import create_app
from webapp.core import store_sync
from webapp.intake.imports import staging
from webapp.platform.extensions import db
from webapp.platform.models import Project


def die(*_: Any, **__: Any) -> None:
    """End without any chance to tidy up."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(path: Path, where: str) -> None:
    """Import the file into the only project."""
    if where == "store":
        store_sync.write_all = die
    else:
        staging.BATCH_DOCUMENTS = 2
        in_transactions = staging.in_transactions

        def killed(records: Any, waiting: Any) -> Any:
            for index, batch in enumerate(in_transactions(records, waiting)):
                if index == 3:
                    die()
                yield batch

        staging.in_transactions = killed
    with create_app().app_context():
        bring(db.session.query(Project).one(), path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
