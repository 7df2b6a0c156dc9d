"""Handing the masks of a masking project on: a project in which what they hide is replaced."""
