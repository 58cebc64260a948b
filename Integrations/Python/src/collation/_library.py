"""The C interface, as declared in collation.h."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_char, c_char_p, c_int32, c_int64, c_void_p


class CollationError(ValueError):
    """Why a call failed: ``code`` is the error number of collation.h."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple:
        return CollationError, (self.code, str(self))


class Failure(ctypes.Structure):
    """``collation_error``"""

    _fields_ = [("code", c_int32), ("message", c_char * 1020)]

    def check(self, status: int) -> None:
        if status != 0:
            raise CollationError(status, self.message.decode())


class ArrowSchema(ctypes.Structure):
    """``ArrowSchema`` of Arrow's C data interface"""


class ArrowArray(ctypes.Structure):
    """``ArrowArray`` of Arrow's C data interface"""


ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", ctypes.CFUNCTYPE(None, POINTER(ArrowSchema))),
    ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, POINTER(ArrowArray))),
    ("private_data", c_void_p),
]

_ARRAY = [POINTER(ArrowSchema), POINTER(ArrowArray)]

_FUNCTIONS = {
    "collation_open": (
        c_int32,
        [c_char_p, POINTER(c_char_p), c_int32, POINTER(c_void_p), POINTER(Failure)],
    ),
    "collation_close": (None, [c_void_p]),
    "collation_stamp": (c_char_p, [c_void_p]),
    "collation_section_count": (c_int32, [c_void_p]),
    "collation_title": (c_char_p, [c_void_p, c_int32]),
    "collation_index_title": (c_char_p, [c_void_p, c_int32]),
    "collation_section_kind": (c_char_p, [c_void_p, c_int32]),
    "collation_dropped_label": (c_char_p, [c_void_p, c_int32]),
    "collation_section": (c_int32, [c_void_p, c_char_p, c_int64]),
    "collation_list_key": (c_int64, [c_void_p, c_char_p, c_int64, c_char_p, c_int64]),
    "collation_list_keys": (c_int32, [c_void_p, *_ARRAY * 3, POINTER(Failure)]),
    "collation_sections": (c_int32, [c_void_p, *_ARRAY * 2, POINTER(Failure)]),
}


@functools.cache
def library() -> ctypes.CDLL:
    """Loads the library from the path in ``COLLATION_LIBRARY``, or from where the system finds it."""
    path = os.environ.get("COLLATION_LIBRARY") or "libCollationC.so"
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise OSError(
            f"{error}: set COLLATION_LIBRARY to the path of libCollationC.so, which "
            "`swift build -c release --product CollationC -Xswiftc -static-stdlib` builds"
        ) from error
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(loaded, name)
        except AttributeError as error:
            raise OSError(
                f"{error}: '{path}' is not libCollationC.so: set COLLATION_LIBRARY to the path of "
                "libCollationC.so"
            ) from error
        function.restype, function.argtypes = result, arguments
    return loaded
