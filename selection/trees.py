"""Scores boosted trees in a LightGBM text file, in a process that must stay light.

Importing lightgbm brings scipy and scikit-learn along: half a second and 100 MB in each web
process. Scoring needs neither, only the shared library of the package, which is called through its
documented C interface (LightGBM, "C API").
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from learning.errors import MissingLibraryError, VersionError
from selection.examples import Floats

_NAMES = {"win32": "lib_lightgbm.dll", "darwin": "lib_lightgbm.dylib"}
_PLACES = ("lib", "bin", ".")
_FLOAT64 = 1  # C_API_DTYPE_FLOAT64
_ROW_MAJOR = 1
_RAW_SCORE = 1  # C_API_PREDICT_RAW_SCORE
_FROM_FIRST_TREE, _ALL_TREES = 0, -1
# One thread: documents are small, several requests score at once, and a process that has started
# no threads of OpenMP can be forked.
_PARAMETERS = b"num_threads=1 verbosity=-1"


class Trees:
    """Boosted trees with one score a row; several threads may score at once."""

    def __init__(self, text: str, name: str = "this text") -> None:
        """Load a model from its text, `name` is for errors; raises VersionError."""
        self._library = _library()
        self._handle = ctypes.c_void_p()
        rounds, columns = ctypes.c_int(), ctypes.c_int()
        self._call(
            "LGBM_BoosterLoadModelFromString",
            text.encode(),
            ctypes.byref(rounds),
            ctypes.byref(self._handle),
            failing=f"{name} holds no boosted trees that LightGBM reads",
        )
        finalize(self, self._library.LGBM_BoosterFree, self._handle)
        self._call("LGBM_BoosterGetNumFeature", self._handle, ctypes.byref(columns))
        self.columns = columns.value

    @classmethod
    def open(cls, path: Path) -> Trees:
        """Load a model's text file; raises VersionError, MissingLibraryError."""
        try:
            return cls(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise VersionError(f"The trees of the model can't be read: {error}") from error

    def score(self, rows: NDArray[np.floating]) -> Floats:
        """Return the raw score of each row: shape (rows, columns) → (rows,).

        Raises ValueError for another number of columns than the trees were grown on.
        """
        if rows.ndim != 2 or rows.shape[1] != self.columns:  # noqa: PLR2004 - a matrix
            raise ValueError(
                f"the trees were grown on {self.columns} columns, not {rows.shape[1:]}"
            )
        values = np.ascontiguousarray(rows, dtype=np.float64)
        scores = np.zeros(len(values), dtype=np.float64)
        if not len(values):
            return scores
        written = ctypes.c_int64()
        self._call(
            "LGBM_BoosterPredictForMat",
            self._handle,
            values.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_int(_FLOAT64),
            ctypes.c_int32(values.shape[0]),
            ctypes.c_int32(values.shape[1]),
            ctypes.c_int(_ROW_MAJOR),
            ctypes.c_int(_RAW_SCORE),
            ctypes.c_int(_FROM_FIRST_TREE),
            ctypes.c_int(_ALL_TREES),
            _PARAMETERS,
            ctypes.byref(written),
            scores.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
        )
        return scores

    def _call(self, name: str, *arguments: object, failing: str = "") -> None:
        if getattr(self._library, name)(*arguments):
            said = self._library.LGBM_GetLastError().decode(errors="replace")
            raise VersionError(f"{failing or name}: {said}")


@cache
def _library() -> ctypes.CDLL:
    """Open the shared library of the package, found without importing the package."""
    spec = find_spec("lightgbm")
    name = _NAMES.get(sys.platform, "lib_lightgbm.so")
    for folder in (spec and spec.submodule_search_locations) or ():
        for place in _PLACES:
            path = Path(folder) / place / name
            if path.is_file():
                library = ctypes.CDLL(str(path))
                library.LGBM_GetLastError.restype = ctypes.c_char_p
                return library
    raise MissingLibraryError(
        "Personal suggestions need LightGBM, which is not installed: pip install lightgbm."
    )
