"""The commands of experiments, one a file, as `palimpsest` finds them by entry point."""
