"""How much a word says by how few people have it."""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # NumPy, which a web process loads with its first figure only
    import numpy as np
    from numpy.typing import NDArray


def inverse_frequency(people: int, having: int) -> float:
    """Return what a word says that so many of the people have, in nats; never below zero.

    As BM25 has it (Robertson and Zaragoza 2009, section 3.2), with 1 added within the logarithm.
    """
    return log1p(_odds(people, having))


def inverse_frequencies(people: int, having: NDArray[Any]) -> NDArray[np.float64]:
    """Return the same of many words at once, in the shape of `having`."""
    import numpy as np  # noqa: PLC0415 - see above

    said: NDArray[np.float64] = np.log1p(_odds(people, having))
    return said


def _odds(people: int, having: Any) -> Any:  # noqa: ANN401 - a number, or many of them
    return (people - having + 0.5) / (having + 0.5)
