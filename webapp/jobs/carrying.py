"""What carries the queue: a file in the home folder, or Redis, and in both plain JSON.

Huey would pickle its messages, and whoever could put one into the queue would run code in the
worker. A message of ours names a task and a job, nothing else is read. Loaded with the first job:
Huey brings every driver it knows, 16 MB for a web process.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime

from huey import Huey, RedisHuey, SqliteHuey
from huey.exceptions import HueyException
from huey.registry import Message
from huey.serializer import Serializer

from webapp.config import Config

logger = logging.getLogger(__name__)

NAME = "palimpsest"


class PlainMessages(Serializer):  # type: ignore[misc]  # huey brings no types
    """Writes of a message which task, for which job, until when; reads nothing but that."""

    def _serialize(self, data: Message) -> bytes:
        until = data.expires_resolved
        return json.dumps(
            {"task": data.name, "jobs": data.args, "until": until and until.isoformat()}
        ).encode()

    def _deserialize(self, data: bytes) -> Message:
        match json.loads(data):
            case {"task": str(name), "jobs": [*jobs], "until": None | str() as until} if all(
                type(job) is int for job in jobs
            ):
                expires = datetime.fromisoformat(until) if until else None
                return Message(name=name, args=tuple(jobs), expires_resolved=expires)
        raise ValueError("no message of ours")


class _Wary:
    """A queue of which nothing is read but messages of ours."""

    def deserialize_task(self, data: bytes) -> object | None:
        try:
            task: object = super().deserialize_task(data)  # type: ignore[misc] # Huey has it
        except (ValueError, RecursionError, HueyException):
            logger.warning("the queue held something that is no message of ours: not read")
            return None
        return task

    def is_revoked(self, *_args: object, **_kwargs: object) -> bool:
        """Answer without a look at what lies beside the queue: jobs are cancelled in their rows."""
        return False


class _FileQueue(_Wary, SqliteHuey):  # type: ignore[misc]  # huey brings no types
    pass


class _RedisQueue(_Wary, RedisHuey):  # type: ignore[misc]  # huey brings no types
    pass


def open_queue(config: Config) -> Huey:
    """Open the queue that the settings name."""
    options = {"results": False, "serializer": PlainMessages()}
    if config.redis_url:
        return _RedisQueue(NAME, url=config.redis_url, **options)
    return _FileQueue(NAME, filename=str(config.home / "queue.sqlite3"), **options)
