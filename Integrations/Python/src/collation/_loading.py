"""Loads the library when it is first needed."""

from __future__ import annotations

import os
import pathlib

from . import _native

BUNDLED = pathlib.Path(__file__).parent / "lib" / "libcollation.so.0"


def ensure_loaded() -> None:
    """Loads the path in ``COLLATION_LIBRARY``, else the library in this package, else that of the system."""
    if _native.is_loaded():
        return
    path = os.environ.get("COLLATION_LIBRARY") or (BUNDLED if BUNDLED.exists() else "libcollation.so.0")
    try:
        _native.load(os.path.expanduser(path))
    except OSError as error:
        raise OSError(
            f"{error}: set COLLATION_LIBRARY to the path of libcollation.so.0, which Scripts/build-library "
            "builds, or install the package libcollation0 or a wheel with the library in it"
        ) from None
