"""From raw text to mentions with identifier types; empty until it is built."""
