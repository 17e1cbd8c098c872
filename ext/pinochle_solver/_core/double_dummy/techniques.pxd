"""What the search of open hands can leave out, to measure what each is worth."""

cpdef enum:
    NO_TABLE = 1
    NO_SURE_TRICKS = 2
    NO_RUNS = 4             # identical cards are taken together all the same
    NO_DOMINANCE = 8        # of a run every number of points is tried
    NO_ORDER = 16
    NO_SHIFTED_BOUNDS = 32  # the table knows positions by their very cards only
    NO_PARTITIONS = 64      # every rank matters
    NO_ALIKE = 128          # moves are tried that the failure of another refutes
    NO_DISCARDS = 256       # nothing is counted of what is discarded on sure tricks
    NO_KILLERS = 512        # what answered elsewhere is not tried first
