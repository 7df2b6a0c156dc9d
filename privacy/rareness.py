"""How much a word says by how few people have it."""

from math import log1p


def inverse_frequency(people: int, having: int) -> float:
    """Return what a word says that so many of the people have, in nats; never below zero.

    As BM25 has it (Robertson and Zaragoza 2009, section 3.2), with 1 added within the logarithm.
    """
    return log1p((people - having + 0.5) / (having + 0.5))
