"""Reproductions of papers, and trainers of shipped weights: the core never imports them.

    masking/     risk indicators, their search and combination; recognizers compared; the judge
    selection/   families of models by others; the experiment that compares families
    privacy/     fitting how sure attacks can be
    ontology/    judged spans, and the trainer of the scorer of readings and candidates
    commands/    `palimpsest evaluate`, `evaluate-masks`, `collection`

Commands and families register by entry points (see pyproject.toml). No page and no trained
version needs anything of it but the families that others published.
"""
