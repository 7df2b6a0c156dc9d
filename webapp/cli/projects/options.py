"""An option of several commands of projects."""

from __future__ import annotations

import click

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
