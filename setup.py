"""Build the compiled modules; everything else about the package is in pyproject.toml.

Two environment variables change how they are compiled:

``PINOCHLE_DEBUG=1``
    bounds checks and asserts on, ``-O1 -g``; built apart from the ordinary build
    (give ``build_ext --force`` when switching, so that the library in place is replaced);
``PINOCHLE_CFLAGS="..."``
    further flags for the C compiler, such as ``-march=native``.
"""

import contextlib
import io
import os
import shlex
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCE_ROOT = Path("ext")
DEBUG = os.environ.get("PINOCHLE_DEBUG", "") not in ("", "0")
BUILD = Path("build/cython-debug" if DEBUG else "build/cython")


def compiler_flags() -> list[str]:
    if sys.platform == "win32":
        flags = ["/Od", "/Zi"] if DEBUG else ["/O2"]
    else:
        flags = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-DNDEBUG"]
    return flags + shlex.split(os.environ.get("PINOCHLE_CFLAGS", ""))


def extensions() -> list[Extension]:
    found = []
    for source in sorted(SOURCE_ROOT.glob("**/*.pyx")):
        dotted = ".".join(source.relative_to(SOURCE_ROOT).with_suffix("").parts)
        headers = [str(header) for header in sorted(source.parent.glob("*.h"))]
        found.append(
            Extension(
                dotted,
                [str(source)],
                include_dirs=[str(source.parent)],
                depends=headers,
                extra_compile_args=compiler_flags(),
            )
        )
    return found


def compiled_extensions() -> list[Extension]:
    """Translate the sources; a performance hint (a hidden GIL, say) fails an optimised build."""
    remarks = io.StringIO()
    try:
        with contextlib.redirect_stderr(remarks):
            compiled: list[Extension] = cythonize(
                extensions(),
                include_path=[str(SOURCE_ROOT)],
                build_dir=str(BUILD),
                compiler_directives={
                    "language_level": "3str",
                    "boundscheck": DEBUG,
                    "wraparound": False,
                    "initializedcheck": DEBUG,
                    "cdivision": True,
                    "auto_pickle": False,
                    "autotestdict": False,
                    "freethreading_compatible": True,
                },
            )
    finally:
        sys.stderr.write(remarks.getvalue())
    if "performance hint:" in remarks.getvalue() and not DEBUG:
        # So that the next build does not take the translated files for good ones.
        shutil.rmtree(BUILD)
        sys.exit("setup.py: the performance hints above are errors")
    return compiled


class BuildWithPuzzles(build_py):  # type: ignore[misc]  # setuptools has no types
    """Puts the puzzles, which stand beside the package, into it."""

    def run(self) -> None:
        """Copy the modules, then the puzzles."""
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib) / "pinochle_solver" / "puzzles"
            folder.mkdir(parents=True, exist_ok=True)
            for puzzle in sorted(Path("puzzles").glob("*.pn")):
                shutil.copy(puzzle, folder)


setup(ext_modules=compiled_extensions(), cmdclass={"build_py": BuildWithPuzzles})
