"""Hands and parts of hands, played step by step and written down in tests/golden/*.txt.

A whole seeded hand of every published rulebook, one file for every odd rule, and two games of eight
cards. To write all files anew after a change that is meant, run, in tests/,

    python -m golden.playthroughs

and read the difference as you would read code. How the files are laid out is `golden.script`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from golden.script import Playthrough, dealt, placed, render
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.counts import COUNTS
from pinochle_solver.rules.decks import Deck
from pinochle_solver.rules.meld_kinds import MeldKind, Service
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Doubles, Rulebook, Seat

FOLDER = Path(__file__).parent


def whole_hand(rules: str, seed: int) -> Playthrough:
    """A seeded deal, played by chance to its end."""
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    return Playthrough(f"whole-hand-{rules}", f"A whole hand of {rules}.", deal, seed=seed)


WHOLE_HANDS = [
    whole_hand("scarne", 407),
    whole_hand("hayes", 1223),
    whole_hand("macdougall", 1605),
    whole_hand("macdougall-bonus", 347),
    whole_hand("goulash", 64),
    whole_hand("glup", 96),
]

DRAWS = [
    Playthrough(
        "scarne-melds-before-drawing",
        "Scarne: the winner of a trick melds before he draws. The queen that would make a marriage "
        "comes too late for this trick, and is melded after the next one.",
        dealt("scarne", "TH", "AT9.AJ.T9.TTKJ9", "9.TJ.AKJ.AAKQJ9", "QC 9D"),
        "AS 9S AH 9C marriage:KC.QC",
    ),
    Playthrough(
        "hayes-draws-before-melding",
        "Hayes: both draw, then the winner of the trick melds: with the queen just drawn.",
        dealt("hayes", "TH", "AT9.AJ.T9.TTKJ9", "9.TJ.AKJ.AAKQJ9", "QC 9D"),
        "AS 9S marriage:KC.QC",
    ),
    Playthrough(
        "scarne-meld-after-trick-12",
        "Scarne: the winner of trick 12 may still meld, for the last card is not drawn yet; "
        "then he draws it, the loser takes the upcard, and the winner leads to the playoff.",
        placed("scarne", "TH", "AT9.J.T99.TTKQJ", "KQJ.J.AKJ.KQJ99", tricks=11, act="play"),
        "AS 9C marriage:KC.QC TD AD",
    ),
    Playthrough(
        "hayes-no-meld-after-trick-12",
        "Hayes: both draw after trick 12, and the playoff begins, marriage or not.",
        placed("hayes", "TH", "AT9.J.T99.TTKQJ", "KQJ.J.AKJ.KQJ99", tricks=11, act="play"),
        "AS 9C",
    ),
]

DIX = [
    Playthrough(
        "scarne-exchange-and-meld-with-the-upcard",
        "Scarne: the winner of a trick exchanges the dix, and melds the upcard he got for it at "
        "the same turn.",
        dealt("scarne", "KH", "AT9.Q9.T9.TTQJ9", "9.TJ.AKJ.AKKQJ9", "9D TD"),
        "AS 9S dix+royal-marriage:KH.QH",
    ),
    Playthrough(
        "scarne-exchange-alone",
        "Scarne: the exchange without a meld. The king that South took is known to North until "
        "South plays one.",
        dealt("scarne", "KH", "AT9.Q9.T9.TTQJ9", "9.TJ.AKJ.AKKQJ9", "9D TD"),
        "AS 9S dix KH 9C",
    ),
    Playthrough(
        "scarne-second-dix",
        "Scarne: both nines of trumps in one hand. At most one a trick: the first is exchanged, "
        "the second is shown after the next trick won, each with a meld besides.",
        dealt("scarne", "TS", "A99.A9.KQ9.TKQ9", "TJ.TJ9.TJJ.TJJ9", "9D AC"),
        "AH 9H dix+marriage:KC.QC AS 9C dix+marriage:KD.QD",
    ),
    Playthrough(
        "hayes-dix-uses-up-the-meld",
        "Hayes: a dix is the one meld of its turn. The marriage waits, and so does the king that "
        "was the upcard; of the second nine the same is true.",
        dealt("hayes", "KH", "AT9.Q99.T9.TKQ9", "9.TJ.AKJ.AAKJJ9", "9D JS TC AD"),
        "AS 9S dix TS 9C dix TC JC royal-marriage:KH.QH",
    ),
    Playthrough(
        "scarne-dealers-ten-and-the-other-nine",
        "Scarne: the dealer, North, scores 10 for the nine of trumps turned up. The only other "
        "nine is shown by its holder for 10, stays on the table, and is played from there.",
        dealt("scarne", "9H", "AT9.A9.T9.TTQJ9", "9.TJ.AKJ.AKKQJ9", "9D TD"),
        "AS 9S dix 9H@1 JH",
    ),
    Playthrough(
        "macdougall-dealers-ten",
        "MacDougall: the dealer, South, scores 10 for the nine of trumps turned up, and shows the "
        "only other one when he has lost a trick.",
        dealt("macdougall", "9H", "AT9.A9.T9.TTQJ9", "9.TJ.AKJ.AKKQJ9", "9D TD", "south"),
        "AD 9D marriage:KC.QC dix",
    ),
    Playthrough(
        "hayes-nine-turned-up",
        "Hayes: a nine of trumps turned up scores nothing. The other one is a meld of its own.",
        dealt("hayes", "9H", "AT9.A9.T9.TTQJ9", "9.TJ.AKJ.AKKQJ9", "9D TD"),
        "AS 9S dix",
    ),
    Playthrough(
        "macdougall-dix-of-the-loser",
        "MacDougall: the winner of the trick melds, then the loser exchanges his dix without "
        "winning one; then they draw. What he took he melds when he has won a trick.",
        dealt("macdougall", "KH", "AT9.A.T9.TTKQJ9", "9.TQ9.AKJ.AAQJ9", "9D TD"),
        "AS 9S marriage:KC.QC dix 9C AC royal-marriage:KH.QH",
    ),
    Playthrough(
        "macdougall-dix-of-both-seats",
        "MacDougall: the winner exchanges the first dix and melds, the loser shows the second.",
        dealt("macdougall", "TH", "AT9.A9.T9.TKQJ9", "9.TQ9.AKJ.AKQJ9", "9D TD"),
        "AS 9S dix+marriage:KC.QC dix",
    ),
    Playthrough(
        "macdougall-winner-passes-loser-exchanges",
        "MacDougall: the winner keeps his nine back, the loser makes the exchange, and the "
        "winner's nine is now the second one.",
        dealt("macdougall", "TH", "AT9.A9.T9.TTKJ9", "9.TQ9.AKJ.AKQJ9", "9D AD"),
        "AS 9S pass dix TS 9C dix",
    ),
    Playthrough(
        "macdougall-nine-just-drawn-waits",
        "MacDougall: North draws a nine of trumps after the first trick. Nobody is asked about it "
        "before the next trick is over.",
        dealt("macdougall", "TH", "AT9.A.T9.TTQQJ9", "9.TQ.AKJ.AAKKJ9", "9D 9H"),
        "AS 9S AH 9C dix",
    ),
    Playthrough(
        "macdougall-dix-after-trick-12",
        "MacDougall: after trick 12 there is no meld, but both may still show a dix before the "
        "draws. South exchanges (and may not marry the king), North shows the second nine. North "
        "takes the nine as the upcard, which does not score.",
        placed("macdougall", "KH", "AT9.Q9.T99.TKQJ", "KJ.TJ9.AKJ.KJ99", tricks=11, act="play"),
        "AS 9C dix dix",
    ),
    Playthrough(
        "macdougall-nine-drawn-after-trick-12",
        "MacDougall: a nine of trumps drawn face down after trick 12 scores 10 of itself.",
        placed(
            "macdougall", "KH", "AT9.J.T99.TTQJ9", "KJ.TJ.AKJ.AKKJ9", "9H", tricks=11, act="play"
        ),
        "AS 9C",
    ),
    Playthrough(
        "macdougall-nine-taken-as-upcard-after-trick-12",
        "MacDougall: the nine that South exchanged is the upcard that North, the loser of trick "
        "12, takes. It scores nothing for him.",
        placed(
            "macdougall", "KH", "AT9.J9.T99.TTQJ", "KJ.TJ.AKJ.AKKJ9", "AH", tricks=11, act="play"
        ),
        "AS 9C dix",
    ),
    Playthrough(
        "scarne-nine-drawn-after-trick-12",
        "Scarne: a nine of trumps drawn after trick 12 scores nothing, melding was before it.",
        placed("scarne", "KH", "AT9.J.T99.TTQJ9", "KJ.TJ.AKJ.AKKJ9", "9H", tricks=11, act="play"),
        "AS 9C",
    ),
    Playthrough(
        "scarne-dix-after-trick-12",
        "Scarne: the winner of trick 12 may still exchange the dix, and meld the upcard with it. "
        "The loser takes the nine.",
        placed("scarne", "KH", "AT9.Q9.T99.TTQJ", "KJ.TJ.AKJ.AKKJ9", tricks=11, act="play"),
        "AS 9C dix+royal-marriage:KH.QH",
    ),
    Playthrough(
        "hayes-no-dix-after-trick-12",
        "Hayes: after trick 12 no dix either. The nine that was not claimed is lost.",
        placed("hayes", "KH", "AT9.Q9.T99.TTQJ", "KJ.TJ.AKJ.AKKJ9", tricks=11, act="play"),
        "AS 9C",
    ),
]

_RUN_HANDS = "T9.ATKQJ.T9.T9", "KQJ.J.KQJJ.KQJ"
_PARTS_HANDS = "KQ9.KQ.KQ9.KQ9", "TT.J.TJJ.ATJJ9"
_PARTS_STOCK = "TC 9D TD JS 9S AD AS AC QS KS"

SUIT_MELDS = [
    Playthrough(
        "scarne-run-after-its-royal-marriage",
        "Scarne: a run after its royal marriage adds 150, 190 in all.",
        placed("scarne", "TH", *_RUN_HANDS, tricks=5),
        "royal-marriage:KH.QH TS JD run:AH.TH.KH.QH.JH",
    ),
    Playthrough(
        "hayes-run-replaces-its-royal-marriage",
        "Hayes: a run replaces the royal marriage it grew out of: it adds 110, 150 in all.",
        placed("hayes", "TH", "T9.ATKQJ.T9.T99", "KQJ.J.KQJJ.KQJJ", tricks=5),
        "royal-marriage:KH.QH TS JD run:AH.TH.KH.QH.JH",
    ),
    Playthrough(
        "hayes-run-with-a-fresh-queen",
        "Hayes: a run of the married king and another queen scores 150, and what scores most "
        "comes first in the choice of copies: the hand's queen is taken, not the one on the table.",
        placed(
            "hayes",
            "TH",
            "T9.ATKQQJ.T9.T9",
            "KQJ.J.KQJJ.KQJJ",
            tricks=5,
            melds="royal-marriage:KH.QH",
        ),
        "run:AH.TH.KH.QH.JH",
    ),
    Playthrough(
        "scarne-royal-marriage-after-a-run",
        "Scarne: after a run an extra king of trumps alone makes no royal marriage with the run's "
        "queen, and nothing is asked; with a fresh queen, drawn then, it does.",
        placed("scarne", "TH", "T9.ATKKQJ.T9.T", "KQJ.J.KQJJ.KQJ", "9C 9C QH 9D", tricks=5),
        "run:AH.TH.KH.QH.JH TS JD TD JS royal-marriage:KH.QH",
    ),
    Playthrough(
        "scarne-roundhouse-then-run",
        "Scarne: a roundhouse, 240, laid all at once; its trump king and queen may still serve in "
        "a run, 150. Its cards have served in a marriage each: an extra king of clubs finds no "
        "queen.",
        placed("scarne", "TH", "KQ.ATKQ.KQ9.KQ", "TJ.J.TJ.AAQJ99", "JH TD KC 9D", tricks=3),
        "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC 9D JS run:AH.TH.KH.QH.JH AH@1 9C",
    ),
    Playthrough(
        "macdougall-bonus-roundhouse-with-the-upcard",
        "MacDougall's bonus melds: a roundhouse, 250, all at once from the hand; the king got in "
        "the exchange at that turn is a card of the hand.",
        placed("macdougall-bonus", "KH", "KQ.TQ9.KQ9.KQ9", "TJJ.J.TJ.AAQJ9", tricks=3),
        "dix+roundhouse:KS.KH.KD.KC.QS.QH.QD.QC",
    ),
    Playthrough(
        "macdougall-roundhouse-by-its-parts",
        "MacDougall: a roundhouse by its parts: kings 80, royal marriage 40, two marriages 20 "
        "each, then the last queen completes queens around, 60: 220 in all. A second queen of the "
        "last suit, drawn later, still marries the king that has not married.",
        placed("macdougall", "TH", *_PARTS_HANDS, _PARTS_STOCK, tricks=3),
        "kings:KS.KH.KD.KC 9S JC royal-marriage:KH.QH 9D JC marriage:KD.QD 9C TS "
        "marriage:KC.QC TC TS queens:QS.QH.QD.QC TD 9C marriage:KS.QS",
    ),
    Playthrough(
        "macdougall-four-marriages-first",
        "MacDougall: four marriages first make only 100 in all: kings around and queens around "
        "would lay no new card then, and nothing is asked.",
        placed("macdougall", "TH", *_PARTS_HANDS, _PARTS_STOCK, tricks=3),
        "marriage:KS.QS 9S JC royal-marriage:KH.QH 9D JC marriage:KD.QD 9C TS marriage:KC.QC TC TS",
    ),
]

_PINOCHLES_12 = "TQQ.J.TJJ9.TT99", "KJ.J.KQQ.AAKQJJ"
_PINOCHLES_11 = "TQQ.J.TJJ.TT99", "KJ.J.KQQ.AAKQJ"

PINOCHLES = [
    Playthrough(
        "hayes-double-pinochle-300",
        "Hayes: a double pinochle of four cards that made no pinochle yet: 300, and no pinochle "
        "of them after it.",
        placed("hayes", "TH", *_PINOCHLES_12, "9S 9D", tricks=5),
        "double-pinochle:QS.QS.JD.JD TS JC",
    ),
    Playthrough(
        "hayes-double-pinochle-260",
        "Hayes: a double pinochle after a pinochle replaces it: 260, 300 in all.",
        placed("hayes", "TH", *_PINOCHLES_12, "9S 9D", tricks=5),
        "pinochle:QS.JD TS JC double-pinochle:QS.QS.JD.JD",
    ),
    Playthrough(
        "hayes-two-pinochles-80",
        "Hayes: two pinochles laid separately are 80, and no double pinochle after them.",
        placed("hayes", "TH", *_PINOCHLES_12, "9S 9D 9S KS", tricks=5),
        "pinochle:QS.JD TS JC pinochle:QS.JD TD JC",
    ),
    Playthrough(
        "hayes-pinochle-broken-up",
        "Hayes: a pinochle is laid, its jack is played, and another queen and jack are drawn: "
        "three are left, which make only another pinochle.",
        placed(
            "hayes",
            "TH",
            "TQ.J.TJ99.TTJ99",
            "KJ.J.KQQ.AAKKQJ",
            "QS 9S JD KS",
            tricks=5,
            act="play",
            melds="pinochle:QS.JD",
        ),
        "JD@1 JS TS JC pinochle:QS.JD",
    ),
    Playthrough(
        "scarne-two-pinochles-80",
        "Scarne: there is no double pinochle, two pinochles are 80.",
        placed("scarne", "TH", *_PINOCHLES_11, "9S 9D", tricks=5),
        "pinochle:QS.JD TS JC pinochle:QS.JD",
    ),
    Playthrough(
        "macdougall-bonus-double-pinochle",
        "MacDougall's bonus melds: a double pinochle all at once, 300, and no pinochle after it.",
        placed("macdougall-bonus", "TH", *_PINOCHLES_11, "9S 9D", tricks=5),
        "double-pinochle:QS.QS.JD.JD TS JC",
    ),
    Playthrough(
        "macdougall-bonus-no-double-pinochle-after-a-pinochle",
        "MacDougall's bonus melds: when a pinochle lies on the table, all that can follow is "
        "another one, 80 in all.",
        placed("macdougall-bonus", "TH", *_PINOCHLES_11, "9S 9D", tricks=5),
        "pinochle:QS.JD TS JC pinochle:QS.JD",
    ),
    Playthrough(
        "macdougall-bonus-grand-pinochle",
        "MacDougall's bonus melds: a grand pinochle, 80. With spades trump its king and queen have "
        "served in the royal marriage, so that a run may follow, 150.",
        placed("macdougall-bonus", "TS", "ATKQJ.T9.TJ.TT", "K.KJ.KQQ.AAKQJ", tricks=5),
        "grand-pinochle:KS.QS.JD TH JC run:AS.TS.KS.QS.JS",
    ),
    Playthrough(
        "macdougall-bonus-grand-pinochle-with-the-upcard",
        "MacDougall's bonus melds: a grand pinochle with the queen got in the exchange.",
        placed("macdougall-bonus", "QS", "TK9.T9.TJ9.TT9", "AJ.KJ.KQQ.AAKQ", tricks=5),
        "dix+grand-pinochle:KS.QS.JD",
    ),
]

ONE_QUEEN_LAID_ONE_HELD = placed(
    "scarne",
    "TH",
    "TQQ.J.TJ9.TTJ99",
    "KJ.J.KQQ.AAKKQJ",
    "KS 9S",
    tricks=5,
    act="play",
    melds="pinochle:QS.JD",
)

COPIES = [
    Playthrough(
        "scarne-choice-of-copies",
        "Scarne: the king and queen of hearts are on the table from kings and queens around, "
        "another pair is in the hand. The marriage takes the table's king and the hand's queen; "
        "when that king has been played, the next one takes the table's queen and the hand's king.",
        placed(
            "scarne",
            "TC",
            "KQ.KKQQ.KQ9.KQ",
            "TJJ.TJ.TJ.AAJJ",
            "9D 9S",
            tricks=5,
            melds="kings:KS.KH.KD.KC+queens:QS.QH.QD.QC",
        ),
        "marriage:KH.QH KH@1 JS marriage:KH.QH",
    ),
    Playthrough(
        "macdougall-queen-to-kings-and-jacks",
        "MacDougall: kings around and jacks around are on the table, the queen of spades is laid "
        "down: a pinochle or a marriage, and not the other one later without a new card.",
        placed(
            "macdougall",
            "TH",
            "KQJ.KJ.KJ9.KJ9",
            "TTJ.J.TQQ.AATT",
            "9S 9S",
            tricks=5,
            melds="kings:KS.KH.KD.KC+jacks:JS.JH.JD.JC",
        ),
        "pinochle:QS.JD 9D JS",
    ),
    Playthrough(
        "scarne-playing-the-copy-from-the-hand",
        "Scarne: one queen of spades lies on the table in a pinochle, another is in the hand. The "
        "hand's is played, and the table's marries the king drawn.",
        ONE_QUEEN_LAID_ONE_HELD,
        "QS@hand JC TS JS marriage:KS.QS",
    ),
    Playthrough(
        "scarne-playing-the-copy-from-the-table",
        "Scarne: the same cards, but the table's queen is played; it can serve in no later meld, "
        "the points stay, and the hand's marries the king drawn.",
        ONE_QUEEN_LAID_ONE_HELD,
        "QS@1 JC TS JS marriage:KS.QS",
    ),
    Playthrough(
        "macdougall-two-copies-on-the-table",
        "MacDougall: both queens of spades are on the table, one of them married: two moves. The "
        "jacks of diamonds have served alike and are one move.",
        placed(
            "macdougall",
            "TH",
            "TKQQ.J.JJ9.TT99",
            "KJ.J.KQQ.AAKKQJ",
            tricks=5,
            act="play",
            melds="marriage:KS.QS+pinochle:QS.JD+pinochle:QS2.JD2",
        ),
        "QS@2 JC",
    ),
]

_PLAYOFF_HANDS = "ATKJ.K.T9.AATTK", "Q.AQJ9.-.KQQJJ99"
_PLAYOFF_MOVES = "AS 9C KH AH QS KS 9D JS QH JS TD 9H KC QC"

PLAYOFFS = [
    Playthrough(
        f"{rules}-playoff-obligations",
        f"{rules.capitalize()}: the last trick of the stock, then what the playoff obliges to. "
        f"KH is led to AH QH JH 9H: {heading}. QS is led: a higher trump. 9D is led and there are "
        f"none, but a trump: the trump. QH is led and there are trumps: any of them. TD is led, "
        f"neither diamonds nor trumps: any card. KC is led to another KC: an equal card is not "
        f"higher, so any club.",
        placed(rules, "JS", *_PLAYOFF_HANDS, "9D", tricks=11, act="play"),
        _PLAYOFF_MOVES,
    )
    for rules, heading in (("scarne", "any heart"), ("hayes", "a higher one, the ace"))
]

# Two games of eight cards that can be followed without a pencil: spades are trumps, there is no
# upcard and no dix.

MINI = Rulebook(
    name="mini",
    title="Eight cards, two in a hand",
    count=COUNTS["old"],
    melds=tuple(
        MeldKind(
            name,
            points,
            cards,
            serves=((Service.MARRIAGE, cards),),
            barred_by=(Service.MARRIAGE,),
        )
        for name, points, cards in (("marriage", 20, "Kp Qp"), ("royal-marriage", 40, "Kt Qt"))
    ),
    draws_before_melding=True,
    deck=Deck(
        name="mini",
        ranks=(Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN),
        copies=1,
        hand=2,
        stock=4,
        suits=(Suit.SPADES, Suit.HEARTS),
    ),
)
MINI_THREE = replace(
    MINI,
    name="mini-three",
    title="Eight cards, three in a hand",
    draws_before_melding=False,
    melds_after_last_stock_trick=True,
    deck=replace(MINI.deck, name="mini-three", hand=3, stock=2),
)


def _mini_deal(rules: Rulebook, south: str, north: str, stock: str) -> Deal:
    return Deal(
        rules=rules,
        count=rules.count,
        dealer=Seat.NORTH,
        south=Hand.parse(south),
        north=Hand.parse(north),
        upcard=None,
        stock=tuple(map(Card.parse, stock.split())),
        trump=Suit.SPADES,
    )


MINI_GAMES = [
    Playthrough(
        "mini-two-cards-each",
        "Eight cards, two in a hand, four in the stock, drawing before melding: a whole game.",
        _mini_deal(MINI, "A.Q.-.-", "K.T.-.-", "KH QS TS AH"),
        "AS TH marriage:KH.QH KH@1 KS TS QH QS AH",
    ),
    Playthrough(
        "mini-three-cards-each",
        "Eight cards, three in a hand, two in the stock, melding before drawing, after the last "
        "trick of the stock, too: a whole game.",
        _mini_deal(MINI_THREE, "A.KQ.-.-", "KQ.T.-.-", "TS AH"),
        "AS TH marriage:KH.QH TS QS KH AH KS QH",
    ),
]

GOULASH = [
    Playthrough(
        "goulash-dealer-holds-both-sevens",
        "Goulash: the dealer holds both sevens of trumps. He exchanges one for the ace before the "
        "first lead, and shows the other after the draws of the first trick.",
        dealt("goulash", "AH", "-.77.-.-", "-.-.-.-", dealer="south"),
        "dix low low pass dix low",
    ),
    Playthrough(
        "goulash-both-draw-a-seven",
        "Goulash: both draw a seven after the same trick, each from his own pile. Its winner has "
        "the first dix turn and exchanges his, then the loser shows his.",
        dealt("goulash", "TH", "-.-.-.-", "A.-.-.-", "7H 7H", dealer="south"),
        "AS low pass dix dix low",
    ),
    Playthrough(
        "goulash-melds-before-drawing-dix-after",
        "Goulash: the winner melds, then both draw, and only then the dix turns come. The card "
        "gained in the exchange serves in a meld after a later trick.",
        dealt("goulash", "KH", "AA.7QQ.-.K", "-.-.-.-", "QC", dealer="north"),
        "pass AS low dix AS low royal-marriage:KH.QH",
    ),
    Playthrough(
        "goulash-seven-kept-back",
        "Goulash: who keeps a seven back may use it at any later dix turn of his.",
        dealt("goulash", "TH", "A.7.-.-", "-.-.-.-", dealer="north"),
        "pass AS low dix low",
    ),
    Playthrough(
        "goulash-upcard-never-exchanged",
        "Goulash: the winner of trick 16 takes the upcard, whatever it is, and the loser the dead "
        "card; there is no meld after it.",
        placed("goulash", "9H", "A.-.-.KQ", "-.-.-.-", "JS", tricks=15, act="play"),
        "AS low low",
    ),
    Playthrough(
        "goulash-seven-is-the-dead-card",
        "Goulash: a seven was turned up, ten for the dealer, and the other one is the dead card: "
        "ten for the loser of trick 16.",
        placed("goulash", "7H", "A.-.-.-", "-.-.-.-", "7H", tricks=15, act="play", dealt_points=10),
        "AS low low",
    ),
    Playthrough(
        "goulash-both-sevens-after-trick-15",
        "Goulash: South exchanges one of two sevens; the other scores when the stock is gone, and "
        "the exchanged one, which he takes as the upcard, does not.",
        placed("goulash", "TH", "A.77.-.-", "-.-.-.-", "JS", tricks=15, act="show"),
        "dix AS low low",
    ),
    Playthrough(
        "goulash-seven-played-unshown",
        "Goulash: a seven that is played unshown brings nothing.",
        placed("goulash", "TH", "A.77.-.-", "-.-.-.-", "JS", tricks=15, act="show"),
        "dix 7H low low",
    ),
]

GLUP = [
    Playthrough(
        "glup-dealers-three",
        "Glup: the dealer lifted just the 37 cards to deal, and turned up a nine: three points. No "
        "dix is exchanged then.",
        dealt("glup", "9H", "A.9.-.-", "-.-.-.-", cut=37),
        "AS low pass low",
    ),
    Playthrough(
        "glup-dix-is-the-meld-of-its-trick",
        "Glup: the exchange takes the place of a meld; a nine of trumps scores when it is played.",
        dealt("glup", "AH", "A.99.-.KQ", "-.-.-.-"),
        "AS low dix 9H low",
    ),
    *(
        Playthrough(
            f"glup-glups-{before}-{card}-on-{led}",
            f"Glup: North, who has {before} glups, plays {card} on {led}.",
            placed(
                "glup",
                "AH",
                f"{'-.' * 'SHDC'.index(led[1])}{led[0]}{'.-' * (3 - 'SHDC'.index(led[1]))}",
                f"{'-.' * 'SHDC'.index(card[1])}{card[0]}{'.-' * (3 - 'SHDC'.index(card[1]))}",
                tricks=10,
                act="play",
                glups=before,
            ),
            f"{led} {card}",
        )
        for before, card, led in (
            (5, "TD", "TD"),
            (0, "9H", "TH"),
            (0, "KC", "AC"),
            (0, "JS", "JS"),
            (2, "QC", "QC"),
            (8, "TC", "AC"),
            (10, "KH", "KH"),
            (14, "9S", "AS"),
            (7, "9D", "AS"),
        )
    ),
    Playthrough(
        "glup-nines-held-after-the-last-draws",
        "Glup: there is a meld after trick 30, and the dix. After the last draws each nine of "
        "trumps that is held scores, on the table or not, but one taken as the upcard does not.",
        placed("glup", "AH", "A.99.-.KQ", "-.9.-.-", "JS", tricks=29, act="play"),
        "AS low dix low",
    ),
    Playthrough(
        "glup-marriage-beside-a-king-of-kings",
        "Glup: KH1 lies there from kings around, KH and QH are in the hand: the marriage is KH1 "
        "and the hand's queen.",
        placed("glup", "AS", "K.KKQ.K.K", "-.-.-.-", tricks=6, melds="kings:KS.KH.KD.KC"),
        "marriage:KH.QH low low",
    ),
    Playthrough(
        "glup-pinochle-lays-a-new-jack",
        "Glup: QS1 and JD1 lie there, and have not served in a pinochle; the last card of the meld "
        "comes from the hand, JD.",
        placed(
            "glup",
            "AH",
            "QQJ.QJ.QJJ.QJ",
            "-.-.-.-",
            tricks=6,
            melds="queens:QS.QH.QD.QC+jacks:JS.JH.JD.JC",
        ),
        "pinochle:QS.JD low low",
    ),
    Playthrough(
        "glup-royal-marriages-after-a-run",
        "Glup: after a run one more queen makes a royal marriage with its king, and at a later "
        "trick one more king another with its queen.",
        placed(
            "glup",
            "9S",
            "AAATKKQQJ.-.-.-",
            "-.-.-.-",
            tricks=6,
            melds="run:AS.TS.KS.QS.JS",
        ),
        "royal-marriage:KS.QS AS@hand low royal-marriage:KS.QS low",
    ),
    Playthrough(
        "glup-no-double-marriage-after-a-marriage",
        "Glup: there is no upgrade: after a heart marriage two more kings and a queen make one "
        "more marriage, all of it new.",
        placed("glup", "AS", "-.KKKQQ.-.-", "-.-.-.-", tricks=6, melds="marriage:KH.QH"),
        "marriage:KH.QH low low",
    ),
    Playthrough(
        "glup-multiples-at-once",
        "Glup: multiples are declared at once, with cards of melds that bar them not.",
        placed(
            "glup",
            "9D",
            "QQQ.-.AATTKKQQJJJJ.-",
            "-.-.-.-",
            tricks=6,
            melds="run:AD.TD.KD.QD.JD",
        ),
        "triple-pinochle:QS.QS.QS.JD.JD.JD low low",
    ),
]

_FOUR_TRICKS = (
    "AS 9S double accept TS 9C pass 9D JH pass double redouble accept AC 9C pass double refuse"
)
DOUBLES = [
    Playthrough(
        "doubles-change-sides",
        "Doubles. South wins trick 1, doubles, North accepts: 2, and the right is North's. South "
        "wins trick 2 and may not double. North wins trick 3 and doubles, South redoubles, North "
        "accepts: 8, the right North's. North wins trick 4 and doubles, South refuses and pays 8.",
        dealt("macdougall", "TH", "AT9.AJ.T9.TTKJ9", "9.TJ.AKJ.AAKQJ9", "QC 9D"),
        _FOUR_TRICKS,
        doubles=Doubles.EVERY,
    ),
    Playthrough(
        "doubles-redouble-refused",
        "Doubles: North doubles at a stake of 2, South redoubles, and North refuses: he pays 4.",
        dealt("macdougall", "TH", "AT9.AJ.T9.TTKJ9", "9.TJ.AKJ.AAKQJ9", "QC 9D"),
        _FOUR_TRICKS.partition(" accept AC")[0] + " refuse",
        doubles=Doubles.EVERY,
    ),
    Playthrough(
        "doubles-first-and-last",
        "Doubles after the first and the last trick only: nobody may double after trick 2.",
        dealt("macdougall", "TH", "AT9.AJ.T9.TTKJ9", "9.TJ.AKJ.AAKQJ9", "QC 9D"),
        "AS 9S no-double TS 9C pass",
        doubles=Doubles.FIRST_LAST,
    ),
    Playthrough(
        "doubles-after-the-dix-turns",
        "Goulash with doubles: the winner may double when both have had their dix turns.",
        dealt("goulash", "TH", "-.-.-.-", "A.-.-.-", "7H 7H", dealer="south"),
        "AS low pass dix dix double redouble refuse",
        doubles=Doubles.EVERY,
    ),
]

PLAYTHROUGHS = [
    *WHOLE_HANDS,
    *DRAWS,
    *DIX,
    *SUIT_MELDS,
    *PINOCHLES,
    *COPIES,
    *PLAYOFFS,
    *MINI_GAMES,
    *GOULASH,
    *GLUP,
    *DOUBLES,
]


def write_all() -> None:
    """Write every file anew, and remove those of playthroughs that are no more."""
    texts = {f"{playthrough.name}.txt": render(playthrough) for playthrough in PLAYTHROUGHS}
    for path in FOLDER.glob("*.txt"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all()
