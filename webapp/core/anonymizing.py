"""Documents of a project as they go out: as its settings want them."""

from __future__ import annotations

from annotation.hidden_words import Lexicon
from palimpsest.outgoing import Outgoing
from webapp.platform.models import Project


def outgoing_of(project: Project, lexicon: Lexicon) -> Outgoing:
    """Get ready for the documents of a project."""
    return Outgoing(lexicon, project.kind.chooses, project.fits_grammar)
