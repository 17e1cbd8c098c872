"""``python -m pinochle_solver`` is ``pinochle``."""

from pinochle_solver.cli import main

main()
