"""The floor: the least that Flask and SQLite can do for the same documents, served the same way.

No people, no checks, no versions, no undo, no audit trail; but the choice is as safe on disk.
"""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

from flask import Flask, g, render_template_string, request

PAGE = """<!doctype html><title>Document</title><form>
{% for number, before, span, options in pieces %}
{{ before }}<select name="{{ number }}" title="{{ span }}">{% for option in options %}
<option{% if chosen.get(number) == option %} selected{% endif %}>{{ option }}</option>
{% endfor %}</select>{% endfor %}{{ rest }}</form>"""
SCHEMA = """PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS choice (document, mention, text, PRIMARY KEY (document, mention))"""
FOLDER = Path(os.environ["FLOOR_HOME"])

app = Flask(__name__)
documents = json.loads((FOLDER / "documents.json").read_text(encoding="utf-8"))
sqlite3.connect(FOLDER / "floor.sqlite3").executescript(SCHEMA).connection.close()


@app.get("/documents/<int:number>")
def show(number: int) -> str:
    """Show a document with its drop-downs."""
    choices = "SELECT mention, text FROM choice WHERE document = ?"
    chosen = dict(_database().execute(choices, [number]).fetchall())
    return render_template_string(PAGE, chosen=chosen, **documents[number])


@app.post("/documents/<int:number>/<int:mention>")
def save(number: int, mention: int) -> str:
    """Save one choice."""
    change = (number, mention, request.form["text"])
    with _database() as database:
        database.execute("INSERT OR REPLACE INTO choice VALUES (?, ?, ?)", change)
    return "Saved"


def _database() -> sqlite3.Connection:
    if "database" not in g:
        g.database = sqlite3.connect(FOLDER / "floor.sqlite3", timeout=15)
    return g.database


@app.teardown_appcontext
def _close(_error: BaseException | None) -> None:
    if "database" in g:
        g.pop("database").close()
