"""What the book gives too little of to be tested."""

from __future__ import annotations

from benchmarks.handbook.macdougall.claim import untestable

V1 = untestable(
    "V1",
    "The example of the valuation.",
    "HAND",
    "It is printed with sixteen and with seventeen cards. V4 to V7 play three readings of fifteen, "
    "V2 and V3 value the one that gives his sums.",
)
