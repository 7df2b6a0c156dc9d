"""`python -m benchmarks.web.suggestions`: what suggestions add to a page and to a save."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from itertools import islice
from statistics import quantiles

import click
from flask import Flask
from flask.testing import FlaskClient

from benchmarks.documents import Record, iter_copies, usual_file
from benchmarks.installation import temporary_installation
from benchmarks.web.annotator import Form
from benchmarks.web.large import sign_in
from webapp.application import create_app
from webapp.core.jobs.runner import run_here
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentSuggestions,
    Job,
    JobKind,
    Project,
    SuggestionMode,
    utc_now,
)
from webapp.versions.queries import policy_of

SPANS = 100
"""How many the document has, at least."""
SHOWN = re.compile(r'name="((?:shown-|suggested_by)[^"]*)"\s+value="([^"]*)"')
MODES = {"without": SuggestionMode.OFF, "with": SuggestionMode.HINT}
Step = Callable[[FlaskClient, str, int], float]


@click.command()
@click.option("--rounds", default=200, show_default=True, type=click.IntRange(min=4))
def main(*, rounds: int) -> None:
    """Measure in this process, with and without suggestions in turn: CPU time of a request."""
    with _application() as (app, path):
        client = app.test_client()
        sign_in(app, client, 1)
        for name, step in (("open", _open), ("save", _save)):
            costs: dict[str, list[float]] = {key: [] for key in MODES}
            for number in range(rounds + 2):
                for key in sorted(costs, reverse=bool(number % 2)):  # none is always the first
                    _set_mode(app, MODES[key])
                    costs[key].append(step(client, path, number // 2))
            costs = {key: each[2:] for key, each in costs.items()}  # the first opens the model
            pairs = zip(costs["with"], costs["without"], strict=True)
            costs["more"] = [a - b for a, b in pairs]
            click.echo(f"{name}, ms: " + ", ".join(f"{k} {_spread(v)}" for k, v in costs.items()))


def _open(client: FlaskClient, path: str, _number: int) -> float:
    return _timed(lambda: client.get(path).status_code)


def _save(client: FlaskClient, path: str, number: int) -> float:
    page = client.get(path).text
    form = Form.read(path, page)
    shown = {name: unescape(value) for name, value in SHOWN.findall(page)}
    form.choose_other(list(form.options)[number % len(form.options)])
    headers = {"HX-Request": "true", "X-CSRFToken": form.token}
    fields = form.fields() | shown
    return _timed(lambda: client.post(f"{path}/choices", data=fields, headers=headers).status_code)


def _timed(request: Callable[[], int]) -> float:
    begin = time.process_time()
    status = request()
    took = 1000 * (time.process_time() - begin)
    if status != 200:  # noqa: PLR2004 - what HTTP calls OK
        raise click.ClickException(f"a request was answered with {status}")
    return took


def _spread(values: list[float]) -> str:
    low, middle, high = quantiles(values)
    return f"{middle:.2f} ({low:.2f}…{high:.2f})"


@contextmanager
def _application() -> Iterator[tuple[Flask, str]]:
    """Make an installation whose only document has suggestions; yield the document's address."""
    with temporary_installation() as installation:
        installation.add_user("annotator", "annotator")
        project_id = installation.add_project("usual", ["annotator"], [_document()])
        os.environ.update(installation.environment)
        app = create_app()
        with app.app_context():
            session = db.session()
            job = Job(project_id=project_id, kind=JobKind.SUGGEST, created_at=utc_now())
            run_here(session, job)
            if session.query(AssignmentSuggestions).count() != 1:
                raise click.ClickException(f"no suggestions were made: {job.message}")
        yield app, f"/projects/{project_id}/documents/1"


def _document() -> Record:
    """Join documents until there are spans enough."""
    text, mentions = "", []
    for record in islice(iter_copies(usual_file()), SPANS):
        layers = record["annotations"].values()
        for mention in next(iter(layers))["entity_mentions"]:
            places = {key: mention[key] + len(text) for key in ("start_offset", "end_offset")}
            names = {
                key: f"{record['doc_id']} {mention[key]}"
                for key in ("entity_mention_id", "entity_id")
                if key in mention
            }
            mentions.append(mention | places | names)
        text += record["text"] + "\n\n"
        if len(mentions) >= SPANS:
            break
    whole = {"annotations": {"spans": {"entity_mentions": mentions}}, "text": text}
    return record | whole | {"doc_id": "joined"}


def _set_mode(app: Flask, mode: SuggestionMode) -> None:
    with app.app_context():
        session = db.session()
        policy = policy_of(session.get_one(Project, 1))
        policy.mode, policy.blind_share = mode, 0
        session.add(policy)
        session.commit()


if __name__ == "__main__":
    main()
