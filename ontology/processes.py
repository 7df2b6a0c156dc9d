"""Processes that work for another one."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def end_with_parent() -> None:
    """End this process when the one that started it ends, however that comes about.

    A pool's processes hold the pipes that they wait at open for each other: none would notice.
    """
    if parent := parent_process():
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
