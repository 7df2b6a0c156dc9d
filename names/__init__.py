"""The looks of a name, known once: how it is folded, cut, taken apart and spelled.

Knows no document, no mention and no type: whoever looks for names in a text calls it.
"""
