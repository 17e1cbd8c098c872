"""Build the compiled modules; everything else about the package is in pyproject.toml.

Environment variables change how they are compiled:

``PINOCHLE_DEBUG=1``
    bounds checks and asserts on, ``-O1 -g``; built apart from the ordinary build
    (give ``build_ext --force`` when switching, so that the library in place is replaced);
``PINOCHLE_COVERAGE=1``
    lines counted by gcov, under the names of the Cython sources, ``-O1 --coverage``; built apart,
    too (`benchmarks/correctness/coverage_map.py` does it, in a copy);
``PINOCHLE_CFLAGS="..."``
    further flags for the C compiler, such as ``-march=native``; with ``-mno-sse4.2 -mno-popcnt``
    the modules run on x86-64 processors of before 2011, too.

On Linux and x86-64 the networks are compiled twice, once more for AVX2;
``_core/networks/__init__.py`` says which of them are imported.
"""

import contextlib
import itertools
import logging
import multiprocessing
import os
import platform
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE_ROOT, PACKAGE_ROOT = Path("ext"), Path("solver")


def is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


DEBUG = is_set("PINOCHLE_DEBUG")
COVERAGE = is_set("PINOCHLE_COVERAGE")
BUILD = Path("build/cython" + "-debug" * DEBUG + "-coverage" * COVERAGE)
LINKER_FLAGS = ["--coverage"] if COVERAGE else []
PROCESSORS = os.cpu_count() or 1
# So many processes translate at a time; started in any other way each would run this file anew.
TRANSLATORS = PROCESSORS if multiprocessing.get_start_method() == "fork" else 0
# What all modules are compiled for but the one that looks whether the processor has it, by the name
# of the macro that tells it so.
PROCESSOR = "pinochle_solver._core.processor"
NEEDED, NEEDED_FLAGS = "PINOCHLE_NEEDS_SSE4_2", ["-msse4.2", "-mpopcnt"]
IS_NEEDED = sys.platform == "linux" and platform.machine() == "x86_64"
# What is compiled once more for AVX2, into a folder of its own.
NETWORKS, AVX2 = "pinochle_solver._core.networks", "avx2"
WITH_AVX2 = ("luck", "playoff_net", "policy_net", "value_net")


def compiler_flags(of: str) -> list[str]:
    """Of a module, by its dotted name."""
    if sys.platform == "win32":
        flags = ["/Od", "/Zi"] if DEBUG else ["/O2"]
    elif COVERAGE:
        flags = ["-O1", "-DNDEBUG", "--coverage"]
    else:
        # Python itself may have been built with -g, which costs a tenth of the time here.
        flags = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-g0", "-DNDEBUG"]
    if IS_NEEDED and of != PROCESSOR:
        flags += NEEDED_FLAGS
    return flags + shlex.split(os.environ.get("PINOCHLE_CFLAGS", ""))


def is_told_what_is_needed(of: str) -> bool:
    """Whether a module is to look for it: unless the user has it left out."""
    wanted = shlex.split(os.environ.get("PINOCHLE_CFLAGS", ""))
    left_out = {"-mno-sse4.2", "-mno-popcnt"} <= set(wanted)
    return IS_NEEDED and of == PROCESSOR and not left_out


def extensions() -> list[Extension]:
    found = []
    headers = [str(header) for header in sorted(SOURCE_ROOT.glob("**/*.h"))]
    for source in sorted(SOURCE_ROOT.glob("**/*.pyx")):
        dotted = ".".join(source.relative_to(SOURCE_ROOT).with_suffix("").parts)
        found.append(
            Extension(
                dotted,
                [str(source)],
                include_dirs=[str(SOURCE_ROOT)],
                depends=headers,
                define_macros=[(NEEDED, "1")] if is_told_what_is_needed(dotted) else [],
                extra_compile_args=compiler_flags(dotted),
                extra_link_args=LINKER_FLAGS,
            )
        )
    return found


def compiled_extensions() -> list[Extension]:
    """Translate the sources; a performance hint (a hidden GIL, say) fails an optimised build."""
    # A file, since several processes write to it.
    with tempfile.TemporaryFile("w+", buffering=1, encoding="utf-8") as remarks:
        try:
            with contextlib.redirect_stderr(remarks):
                compiled: list[Extension] = cythonize(
                    extensions(),
                    include_path=[str(SOURCE_ROOT)],
                    build_dir=str(BUILD),
                    nthreads=TRANSLATORS,
                    emit_linenums=COVERAGE,
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
            remarks.seek(0)
            told = remarks.read()
            sys.stderr.write(told)
    if "performance hint:" in told and not DEBUG:
        # So that the next build does not take the translated files for good ones.
        shutil.rmtree(BUILD)
        sys.exit("setup.py: the performance hints above are errors")
    if COVERAGE:
        for extension in compiled:
            keep_lines_apart(Path(extension.sources[0]))
    if IS_NEEDED and not (DEBUG or COVERAGE):
        # Where modules are put beside the sources there has to be a folder.
        Path(PACKAGE_ROOT, *NETWORKS.split("."), AVX2).mkdir(exist_ok=True)
        names = {f"{NETWORKS}.{name}" for name in WITH_AVX2}
        compiled += [once_more_for_avx2(each) for each in compiled if each.name in names]
    remove_others({extension.name for extension in compiled})
    return compiled


def remove_others(names: set[str]) -> None:
    """Remove the modules beside the sources that an earlier build left, and that this one has not.

    They would be imported like the others.
    """
    for module in PACKAGE_ROOT.glob("**/*.so"):
        stem = module.name.partition(".")[0]
        if ".".join((*module.relative_to(PACKAGE_ROOT).parent.parts, stem)) not in names:
            module.unlink()


def once_more_for_avx2(extension: Extension) -> Extension:
    """The same translated file as a module of the folder for AVX2."""
    translated = Path(extension.sources[0])
    # A copy, for what is compiled lies where its source says.
    copy = BUILD / AVX2 / translated.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(translated, copy)
    name = extension.name.rpartition(".")[2]
    return Extension(
        f"{NETWORKS}.{AVX2}.{name}",
        [str(copy)],
        include_dirs=extension.include_dirs,
        depends=extension.depends,
        extra_compile_args=[*extension.extra_compile_args, "-mavx2"],
    )


def keep_lines_apart(translated: Path) -> None:
    """Have what Cython puts below the functions of a module count as lines of no Cython source.

    Without this it would count as the lines that follow the last function's header.
    """
    before = translated.read_text(encoding="utf-8")
    after = re.sub(
        r"(?m)^(/\* #### Code section.*)\n(?!#line)", '\\1\n#line 1 "cython_section"\n', before
    )
    if after != before:
        translated.write_text(after, encoding="utf-8")


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


class BuildWithCount(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Tells which module it has come to, and of how many; the C compiler takes minutes for all."""

    def run(self) -> None:
        """Build the modules."""
        self._numbers = itertools.count(1)
        super().run()

    def build_extension(self, ext: Extension) -> None:
        """Build one."""
        number = f"{next(self._numbers)}/{len(self.extensions)}"
        self.announce(f"[{number}] {ext.name}", logging.INFO)
        super().build_extension(ext)


setup(
    ext_modules=compiled_extensions(),
    cmdclass={"build_ext": BuildWithCount, "build_py": BuildWithPuzzles},
    # The C compiler works on as many modules at a time as there are processors.
    options={"build_ext": {"parallel": PROCESSORS}},
)
