"""The text that a reader reads, in front of everything that looks for something in a text.

`text` maps a text to it and back; each other module knows one thing that stands between a text and
its reader, and what is read in its place.
"""
