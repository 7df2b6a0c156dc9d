"""The tables of usual names: which words are names in which countries."""
