"""Benchmarks of `masking/`: how well recognizers find what gives a person away."""
