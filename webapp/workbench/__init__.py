"""The workbench, on which people annotate a document."""
