"""``python -m pinochle_solver.cli`` is ``pinochle``."""

from pinochle_solver.cli import main

main()
