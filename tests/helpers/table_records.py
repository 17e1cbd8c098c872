"""Records of the games for three and four."""

from __future__ import annotations

from functools import cache
from itertools import count

from oracle.table import deals, records
from oracle.table.rulebooks import table
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.table.record_reading import parse_table_record

SPECIMEN = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Trump "D"]
[Buried "-.J.-.T9"]
[MeldsSouth "all"]

1. AD 9D 9D
"""

TWO_HANDED = """[Rules "scarne"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]
[North "ATTK9.KQJ9.AJ.T"]
[Stock "9C KD JS TC QC QS AC TH JC TH JH TD AC QD KS JD 9D QS QH KD JS TD KH"]

1. AD 9S
"""

TURNED = """[Rules "partnership"]
[Dealer "north"]
[South "AK.TKQQ.AAKJ.T9"]
[West "99.KJJ.KQQJ9.AJ"]
[North "TKQJ.AA99.T.TKK"]
[East "ATQJ.T.T9.AQQJ9"]
[Upcard "KC"]
"""
"""A game with an upcard, before anybody has exchanged a nine for it."""


AUCTION = """[Rules "auction"]
[SouthPlayer "Ann"]
[WestPlayer "Bob"]
[NorthPlayer "Cleo"]
[Dealer "south"]
[South "KKQJ.TK.ATTKJ.TKQ9"]
[West "AAQ.KQJ9.AKQ.ATKJJ"]
[North "TTJ9.AAQJ9.Q99.AQ9"]
[Widow "9.T.J.-"]
[Bids "p p 250"]
[Trump "S"]
[Buried "-.TT.-.T"]
[MeldsSouth "all"]

1. 9S AS TS 2. AD QD JD 3. AC AC 9C 4. TC QC QC 5. AS TS JS 6. KC 9C KC 7. 9H AH KH 8. AH QS JH
9. TD QD 9D 10. KS QS 9S 11. TD KD 9D 12. KS JC JS 13. AD JC 9H 14. KD QH JH 15. JD KH QH
"""
"""A hand played to its end, with mistakes."""

WITHOUT_KINGS = AUCTION.replace(
    'MeldsSouth "all"', 'MeldsSouth "royal-marriage:KS.QS+marriage:KC.QC+pinochle:QS.JD+dix:9S"'
)
"""The same with kings that were not laid."""

CONCEDED = AUCTION.partition("\n\n1. 9S")[0] + '\n[Result "conceded"]\n'
AUCTION_BY_WEST = "\n".join(
    line.replace('"south"]', '"south"]\n[View "west"]')
    for line in AUCTION.splitlines()
    if not line.startswith(("[South ", "[North ", "[Buried "))
)
"""The same as west alone wrote it down."""


def replayed(text: str) -> TableReplay:
    return replay_table_record(parse_table_record(text))


SEEN = '[Rules "corners"]\n[Dealer "east"]\n[View "west"]\n[West "KQ9.KQ9.KQ9.KQ9"]\n'


def over_record(name: str, seed: int) -> str:
    *_, (over, _) = deals.random_hand(name, seed)
    return records.written(over)


@cache
def played_game(name: str, hands: int) -> tuple[TableReplay, ...]:
    """Random hands whose dealers follow each other."""
    game, chosen = None, list[TableReplay]()
    for seed in count():
        # Few are by the rules as published and of the right dealer: the others are not played.
        dealt, _ = next(deals.random_hand(name, seed))
        plain = dealt.table == table(name)
        if plain and (game is None or dealt.deal.dealer == game.dealer.text()):
            chosen.append(replayed(over_record(name, seed)))
            game = score_table_game(chosen, None).game
        if len(chosen) == hands:
            break
    return tuple(chosen)
