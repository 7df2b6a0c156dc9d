"""The pattern page: every component that pages are made of, in all its states."""
