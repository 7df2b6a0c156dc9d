"""Users at work, in a process of their own: `python -m benchmarks.web.load` < order > findings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from benchmarks.processes import busy_seconds, cpu_seconds, descendants, running
from benchmarks.web.operations import OPERATIONS, Request, User

SWITCH_SECONDS = 0.0005
"""How long one user's thread may keep the others from noting the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The load to produce: what users do, how often and how long, and whose CPU time to watch."""

    operation: str
    port: int
    links: list[str]
    """The users' personal links; two users may share one."""
    paths: list[str]
    server: int
    """The server's first process; its web processes are looked up before each round."""
    seconds: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Round:
    """What one round cost: each request's milliseconds, and the server's CPU time in all."""

    milliseconds: list[float]
    seconds: float
    cpu_seconds: float
    others: float
    """The share of the machine that neither the server nor the load used: how noisy it was."""


@dataclass(frozen=True, slots=True)
class _Clock:
    """The readings of the clocks before a round."""

    pids: list[int]
    cpu: float
    busy: float
    own: float
    moment: float

    @classmethod
    def read(cls, server: int) -> _Clock:
        # gunicorn pauses between its forks: the second process comes after the first answer.
        pids = running(descendants(server), "gunicorn")
        return cls(
            pids, cpu_seconds(pids), busy_seconds(), time.process_time(), time.perf_counter()
        )

    def round(self, milliseconds: list[float]) -> Round:
        elapsed = time.perf_counter() - self.moment
        cpu = cpu_seconds(self.pids) - self.cpu
        ours = cpu + time.process_time() - self.own
        others = (busy_seconds() - self.busy - ours) / elapsed / (os.cpu_count() or 1)
        return Round(milliseconds, elapsed, cpu, max(0.0, others))


def run(order: Order) -> list[Round]:
    """Have an order carried out by a process of its own, the first round only to warm up."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.web.load"],
        input=json.dumps(asdict(order)).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return [Round(**each) for each in json.loads(done.stdout)][1:]


def _carry_out(order: Order) -> Iterator[Round]:
    users = [User(number, order.port, link, order.paths) for number, link in enumerate(order.links)]
    prepare = OPERATIONS[order.operation]
    with ThreadPoolExecutor(len(users)) as threads:
        for number in range(order.rounds + 1):
            seconds = order.seconds if number else min(order.seconds, 1)
            requests = list(threads.map(prepare, users))
            clock = _Clock.read(order.server)
            end = clock.moment + seconds
            work = threads.map(lambda each, end=end: _repeat(each, end), requests)
            yield clock.round([each for user in work for each in user])


def _repeat(requests: Iterator[Request], end: float) -> list[float]:
    milliseconds = []
    for request in requests:
        begin = time.perf_counter()
        if begin >= end:
            break
        request()
        milliseconds.append((time.perf_counter() - begin) * 1000)
    return milliseconds


if __name__ == "__main__":
    sys.setswitchinterval(SWITCH_SECONDS)
    order = Order(**json.load(sys.stdin))
    json.dump([asdict(each) for each in _carry_out(order)], sys.stdout)
