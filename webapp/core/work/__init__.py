"""An annotator's work on a document as it stands: mentions, what is offered, what was chosen."""
