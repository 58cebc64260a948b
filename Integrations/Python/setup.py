from setuptools import Extension, setup

# The limited API of Python 3.10: one build serves all later versions.
setup(
    ext_modules=[
        Extension(
            "collation._native",
            ["src/native/native.c"],
            depends=["src/native/collation.h"],
            define_macros=[("Py_LIMITED_API", "0x030A0000")],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
