"""Make ready what the tests in a browser need: Chromium, its driver and axe-core.

    python tools/browser.py FOLDER

Chromium comes from Debian's packages if this user may install them. axe-core, which searches pages
for barriers, comes from npm and goes to FOLDER; without it the tests leave that search out. What
is missing is said in a line, and the status is 1 if there is no browser.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_SECONDS = 120


def _ran(*command: str, **environment: str) -> bool:
    """Whether a command was found and went well, in time."""
    if shutil.which(command[0]) is None:
        return False
    try:
        ran = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def _browser_is_there() -> bool:
    return all(shutil.which(name) is not None for name in ("chromium", "chromedriver"))


def _install_browser() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    install = ("apt-get", "install", "--yes", "--no-install-recommends")
    packages = ("chromium", "chromium-driver")
    if not _ran(*install, *packages, DEBIAN_FRONTEND="noninteractive"):
        _ran("apt-get", "update")
        _ran(*install, *packages, DEBIAN_FRONTEND="noninteractive")


def main(folder: Path) -> int:
    """Make ready what is missing; return the status."""
    if not _browser_is_there():
        _install_browser()
    if not _browser_is_there():
        print("no browser: chromium and chromedriver are missing (Debian: chromium-driver)")
        return 1
    if not (folder / "node_modules" / "axe-core" / "axe.min.js").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        npm = ("npm", "install", "--ignore-scripts", "--no-save", "--no-audit", "--no-fund")
        if not _ran(*npm, "--prefix", str(folder), "axe-core@4"):
            print("no axe-core: npm cannot install it, and the pages are not searched for barriers")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
