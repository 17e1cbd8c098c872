"""Positions with doubles, and words of them changed."""

from __future__ import annotations

# The examples of the notation page.
REDOUBLED = (
    "rules=macdougall doubles=every stake=4 doubler=south upcard=TS stock=19 act=answer-redouble"
    " turn=south south=K9.TKJJ.ATJ9.T9 north=+12 gone=T.9.K.J points=0+16/0+0"
)

LAST = (
    "rules=macdougall doubles=every stake=2 doubler=north trump=C act=double turn=north"
    " south=+12 north=QJ9.AAKJ.QQ9.AK gone=ATQJ.TKQJ9.AATTKKJ9.ATKJJ99"
)


def changed(line: str, *tokens: str) -> str:
    """The line with these tokens in place of its own, ``token=`` alone taking one out."""
    texts = dict(token.split("=", 1) for token in line.split())
    for token in tokens:
        name, _, text = token.partition("=")
        texts[name] = text
        if not text:
            del texts[name]
    return " ".join(f"{name}={text}" for name, text in texts.items())


# South doubles with little, and accepts with less; after trick 11 north redoubles and has lost.
TEXT = """\
[Rules "macdougall"]
[Doubles "every"]
[Dealer "north"]
[Upcard "AC"]
[South "KQ.AKKQ.AJ9.TJ9"]
[North "AAT9.AQJ.Q9.AK9"]
[Stock "QC KS TS QS TD 9H JS JC QC JS KD 9S TD TH TC TH QD KD JD AD KC 9H JH"]

1. TC AC {dix S:dix} 2. AC 9D {royal-marriage:KC.QC double S:accept} 3. 9S KS {pinochle:QS.JD}
4. TD QC@1 5. 9H QS@hand 6. 9D KS 7. KC@1 QS@1 {marriage:KD.QD} 8. JS 9S 9. TC JS 10. QC JD@1
11. JD KD {marriage:KH.QH double N:redouble accept} 12. QH@1 AH 13. 9H KH 14. 9C JH 15. 9C JH
16. JC QH 17. JC QD 18. KH QD 19. KC KD 20. TH TS 21. TH TS 22. AH TD 23. AD AS 24. AD AS
"""
