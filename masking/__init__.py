"""From raw text to mentions with identifier types: recognizers, risk indicators, metrics."""
