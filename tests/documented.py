"""Runs the examples of a page of the documentation: `python -P tests/documented.py PAGE`.

It needs nothing but Python, so that it runs wherever the program is installed. Lines of ``` around
blocks count as empty.
"""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path


def run(page: Path) -> doctest.TestResults:
    """Run all examples of a page, one after the other, in one namespace."""
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(examples)
    return runner.summarize(verbose=False)


if __name__ == "__main__":
    results = run(Path(sys.argv[1]))
    print(results)  # noqa: T201 - whoever runs this reads it
    sys.exit(bool(results.failed) or not results.attempted)
