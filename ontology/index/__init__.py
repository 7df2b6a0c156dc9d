"""The compiled index: read-only files, memory-mapped, shared by all processes that open them.

`ontology.index.writing` writes one, which brings numpy; `ontology.index.reading` does without.
"""
