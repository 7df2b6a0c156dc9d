"""Presidio's analyzer as a process of its own: texts in, what it finds and its CPU time out.

Run by an interpreter that has presidio-analyzer and spaCy and need not have Palimpsest:
`python -I presidio.py FOLDER`, FOLDER being that of a spaCy pipeline. Reads a text a line as a JSON
string and answers each with {"found": [[start, end, entity type], …], "cpu": seconds}.
"""

from __future__ import annotations

import json
import logging
import sys
import time

from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

ORGANIZATION = "ORGANIZATION"


def open_analyzer(folder: str) -> AnalyzerEngine:
    """Open Presidio as it is configured by default, with this pipeline, organizations included.

    Presidio leaves them out by default; the caller may drop them from what is found.
    """
    configuration = NlpEngineProvider().nlp_configuration
    configuration["models"] = [{"lang_code": "en", "model_name": folder}]
    entities = configuration["ner_model_configuration"]
    ignored = entities["labels_to_ignore"]
    entities["labels_to_ignore"] = [
        label for label in ignored if label not in {"ORG", ORGANIZATION}
    ]
    engine = NlpEngineProvider(nlp_configuration=configuration).create_engine()
    return AnalyzerEngine(nlp_engine=engine)


def main(folder: str) -> None:
    """Answer line by line until there are no more."""
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    analyzer = open_analyzer(folder)
    for line in sys.stdin:
        text = json.loads(line)
        begin = time.process_time()
        results = analyzer.analyze(text, language="en")
        seconds = time.process_time() - begin
        found = [[result.start, result.end, result.entity_type] for result in results]
        sys.stdout.write(json.dumps({"found": found, "cpu": seconds}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
