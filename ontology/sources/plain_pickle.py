"""Reading data that a package keeps as a pickle, without running what else a pickle may hold."""

from __future__ import annotations

import bz2
import io
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Never

from ontology.errors import SourceError


class _PlainUnpickler(pickle.Unpickler):
    """Reads maps, lists and texts; anything that would run code is refused."""

    def find_class(self, module_name: str, global_name: str, /) -> Never:
        raise SourceError(f"unexpected {module_name}.{global_name}")


def read_plain(path: Path) -> Mapping[str, Any]:
    """Read a map from a pickle that bzip2 packed; raises SourceError, which names the file."""
    try:
        content = bz2.decompress(path.read_bytes())
        data: Mapping[str, Any] = _PlainUnpickler(io.BytesIO(content)).load()
    except SourceError as error:
        raise SourceError(f"{error} in {path}") from error
    except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
        raise SourceError(f"{path} cannot be read: {error}") from error
    return data
