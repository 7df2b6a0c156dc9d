"""Who could still be found, by what, and what a choice costs. No web, no database."""
