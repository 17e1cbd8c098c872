"""Records as one seat has written them."""

from __future__ import annotations

from functools import cache

from oracle.records import write_record

HAYES = """\
[Rules "hayes"]
[Dealer "north"]
[View "south"]
[Upcard "9H"]
[South "99JJ.9.9JTT.99J"]

1. 9S AS {+JC royal-marriage:KH.QH} 2. AC 9C {+QC run:AH.TH.KH.QH.JH}
"""


@cache
def run_of_the_other() -> str:
    """A hayes hand: North's run after a royal marriage, and what it scored."""
    written = write_record("hayes", 300, viewer="south")
    assert written is not None
    return written.text
