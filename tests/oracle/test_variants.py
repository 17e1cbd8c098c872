"""The sentences and cases of the rules page for goulash and glup, put to their referees."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import TypeAlias, TypeVar

import pytest

from .glup import GlupHand, compatible, glups_after, melds, which_copies
from .goulash import GoulashHand
from .hand_melds import Copy, Pattern
from .variants import VariantHand, ahead_winner, game_winner

Game: TypeAlias = type[VariantHand]
Hand = TypeVar("Hand", bound=VariantHand)

BOTH = [GoulashHand, GlupHand]
SEATS = ("south", "north")
SUITS = "SHDC"
HAND = {GoulashHand: 16, GlupHand: 18}
LAST_STOCK_TRICK = {GoulashHand: 16, GlupHand: 30}
GOULASH_DECK = [rank + suit for suit in "SHDC" for rank in "ATKQJ987" for _copy in range(2)]
GLUP_DECK = [rank + suit for suit in "SHDC" for rank in "ATKQJ9" for _copy in range(4)]

both_games = pytest.mark.parametrize("game", BOTH, ids=["goulash", "glup"])


# Situations. South is to move, unless the test says otherwise. What a test does not name is dealt
# so that South gets low cards and tens of plain suits, which make no meld and are good to lead.


def is_dull(card: str, trump: str) -> bool:
    return card[0] in "T987" and card[1] != trump


def text_of(cards: list[str]) -> str:
    suits = (sorted((c[0] for c in cards if c[1] == s), key="ATKQJ987".index) for s in SUITS)
    return ".".join("".join(ranks) or "-" for ranks in suits)


def cards_of(text: str) -> list[str]:
    known = text.partition("+")[0]
    suits = zip(known.split("."), SUITS, strict=True)
    return sorted(rank + suit for ranks, suit in suits for rank in ranks if rank != "-")


def laid_cards(laid: str) -> tuple[list[str], list[str]]:
    """The cards of a `melds.` token: on the table, and played since."""
    copies: dict[tuple[str, str], bool] = {}
    for item in filter(None, laid.split("+")):
        for name in filter(None, item.partition("@")[0].partition(":")[2].split(".")):
            plain = name.rstrip("*")
            copies[plain[:2], plain[2:] or "1"] = name.endswith("*")
    table = [card for (card, _number), played in copies.items() if not played]
    return table, [card for (card, _number), played in copies.items() if played]


class Pack:
    """The rest of the deck: dull cards first, the dix last."""

    def __init__(self, game: Game, trump: str) -> None:
        deck = GOULASH_DECK if game is GoulashHand else GLUP_DECK
        dix = ("7" if game is GoulashHand else "9") + trump
        self.cards = sorted(deck, key=lambda card: (not is_dull(card, trump), card == dix, card[0]))

    def take(self, *cards: str) -> list[str]:
        for card in cards:
            self.cards.remove(card)
        return list(cards)

    def fill(self, cards: list[str], number: int) -> None:
        """Make it so many cards."""
        missing = number - len(cards)
        assert 0 <= missing <= len(self.cards)
        cards += self.cards[:missing]
        del self.cards[:missing]


def position(
    game: type[Hand],
    upcard: str,
    south: str = "",
    north: str = "",
    *,
    melds: str = "",
    north_melds: str = "",
    act: str = "meld",
    k: int = 6,
    draws: str = "",
    north_draws: str = "",
    dead: str = "",
    glups: str = "",
    dealer: str = "north",
) -> Hand:
    """A stock-phase position: `south` and `north` are cards in the hand, `melds` those laid.

    `draws` is what South draws; South draws first in glup. North is to move for act=dix.
    """
    pack = Pack(game, upcard[1])
    pack.take(upcard)
    table, gone = laid_cards(melds)
    north_table, north_gone = laid_cards(north_melds)
    ours, theirs = pack.take(*south.split(), *table), pack.take(*north.split(), *north_table)
    gone = pack.take(*gone, *north_gone)
    evens, odds = pack.take(*draws.split()), pack.take(*north_draws.split())
    buried = pack.take(*dead.split())
    size = HAND[game] - (act == "meld")
    left = LAST_STOCK_TRICK[game] - k - (act != "meld")
    pack.fill(ours, size)
    pack.fill(evens, left + (game is GlupHand))
    pack.fill(theirs, size)
    pack.fill(odds, left)
    pack.fill(gone, 2 * k)
    tokens = {
        "rules": game.rules,
        "upcard": upcard,
        "act": act,
        "turn": "north" if act == "dix" else "south",
        "south": text_of(ours),
        "north": text_of(theirs),
        "dealer": dealer,
    }
    if game is GoulashHand:
        pack.fill(buried, 1)
        tokens |= {"pile.south": ",".join(evens) or "-", "pile.north": ",".join(odds) or "-"}
        tokens["dead"] = buried[0]
    else:
        stock = [(evens, odds)[i % 2][i // 2] for i in range(len(evens) + len(odds))]
        tokens["stock"] = ",".join(stock)
    assert not pack.cards
    if gone:
        tokens["gone"] = text_of(gone)
    if melds:
        tokens["melds.south"] = melds
    if north_melds:
        tokens["melds.north"] = north_melds
    if glups:
        tokens["glups"] = glups
    return game.from_tokens(tokens)


def deal_goulash(
    upcard: str,
    south: str = "",
    north: str = "",
    *,
    south_pile: str = "",
    north_pile: str = "",
    dead: str = "",
    dealer: str = "north",
    count: str | None = None,
) -> GoulashHand:
    """A whole deal around the cards named; South gets dull ones besides."""
    pack = Pack(GoulashHand, upcard[1])
    pack.take(upcard)
    named = (south, south_pile, north, north_pile, dead)
    ours, our_pile, theirs, their_pile, last = (pack.take(*cards.split()) for cards in named)
    for cards, number in ((ours, 16), (our_pile, 15), (theirs, 16), (their_pile, 15), (last, 1)):
        pack.fill(cards, number)
    hands, piles = {"south": ours, "north": theirs}, {"south": our_pile, "north": their_pile}
    first = "south" if dealer == "north" else "north"
    deck = []
    for four in range(4):
        for seat in (first, dealer):
            deck += hands[seat][4 * four : 4 * four + 4]
    return GoulashHand([*deck, upcard, *piles[first], *piles[dealer], *last], dealer, count)


def deal_glup(
    upcard: str,
    south: str = "",
    north: str = "",
    *,
    stock: str = "",
    dealer: str = "north",
    count: str | None = None,
    lifted: bool = False,
) -> GlupHand:
    """A whole deal around the cards named; South gets dull ones besides."""
    pack = Pack(GlupHand, upcard[1])
    pack.take(upcard)
    ours, theirs, first_drawn = (pack.take(*cards.split()) for cards in (south, north, stock))
    pack.fill(ours, 18)
    pack.fill(theirs, 18)
    first, second = (ours, theirs) if dealer == "north" else (theirs, ours)
    deck = [card for pair in zip(first, second, strict=True) for card in pair]
    return GlupHand([*deck, upcard, *first_drawn, *pack.cards], dealer, count, lifted)


def dealt(
    game: Game, upcard: str, south: str = "", north: str = "", dealer: str = "north"
) -> VariantHand:
    make = deal_goulash if game is GoulashHand else deal_glup
    return make(upcard, south, north, dealer=dealer)


def complete(line: str) -> VariantHand:
    """A position of one seat, with the cards it does not see dealt in some way."""
    tokens = dict(word.split("=") for word in line.split())
    game = GoulashHand if tokens["rules"] == "goulash" else GlupHand
    pack = Pack(game, tokens["upcard"][1])
    pack.take(tokens["upcard"], *cards_of(tokens["south"]), *cards_of(tokens["gone"]))
    theirs: list[str] = []
    pack.fill(theirs, int(tokens["north"].removeprefix("+")))
    tokens["north"] = text_of(theirs)
    assert len(pack.cards) == int(tokens["stock"])
    if game is GoulashHand:
        half = len(pack.cards) // 2
        del tokens["stock"]
        tokens["pile.south"] = ",".join(pack.cards[:half])
        tokens["pile.north"] = ",".join(pack.cards[half:-1])
        tokens["dead"] = pack.cards[-1]
    else:
        tokens["stock"] = ",".join(pack.cards)
    return game.from_tokens(tokens)


def claims(hand: VariantHand) -> dict[str, int]:
    """The melds and dixes that may be claimed now, with their scores; none if not asked."""
    due = hand.due()
    if due is None or due[1] == "play":
        return {}
    return {move: hand.credit(move) for move in hand.moves() if move != "pass"}


def pass_all(hand: VariantHand) -> None:
    while (due := hand.due()) is not None and due[1] != "play":
        hand.apply("pass")


def pass_melds(hand: VariantHand) -> None:
    while (due := hand.due()) is not None and due[1] == "meld":
        hand.apply("pass")


def trick(hand: VariantHand, lead: str, reply: str) -> None:
    """Two cards; what may be shown after them is left to the caller."""
    assert hand.due() in (("south", "play"), ("north", "play"))
    hand.apply(lead)
    hand.apply(reply)


def south_wins(hand: VariantHand, lead: str = "") -> None:
    """South leads, North throws off; South may have to be asked then."""
    assert hand.due() == ("south", "play")
    lead = lead or next(m for m in hand.moves() if is_dull(m, hand.trump) and len(m) == 2)
    trick(hand, lead, throw_off(hand, "north", lead[1]))


def south_loses(hand: VariantHand) -> None:
    """South leads a dull card, North trumps."""
    assert hand.due() == ("south", "play")
    lead = next(m for m in hand.moves() if is_dull(m, hand.trump) and len(m) == 2)
    dix = ("7" if isinstance(hand, GoulashHand) else "9") + hand.trump
    ruff = next(c for c in hand.hand("north") if c[1] == hand.trump and c != dix)
    trick(hand, lead, ruff)


def throw_off(hand: VariantHand, seat: str, led: str) -> str:
    return next(card for card in hand.hand(seat) if card[1] not in (led, hand.trump))


def all_of(hand: VariantHand, seat: str) -> list[str]:
    return sorted(hand.hand(seat) + [copy.card for copy in hand.table(seat)])


def meld_points(hand: VariantHand, seat: str = "south") -> int:
    return hand.points[seat][0]


def last_item(hand: VariantHand, seat: str = "south") -> str:
    """The meld made last, without its trick."""
    return hand.full()[f"melds.{seat}"].split("+")[-1].partition("@")[0]


def shuffled(game: Game, seed: int) -> list[str]:
    deck = list(GOULASH_DECK if game is GoulashHand else GLUP_DECK)
    random.Random(seed).shuffle(deck)
    return deck


# Section 1: side by side


@both_games
def test_deck(game: Game) -> None:
    wanted = GOULASH_DECK if game is GoulashHand else GLUP_DECK
    assert sorted(game.deck()) == sorted(wanted)
    assert len(game.deck()) == (64 if game is GoulashHand else 96)


@both_games
def test_what_is_not_a_deck_or_a_seat_is_refused(game: Game) -> None:
    deck = shuffled(game, 1)
    with pytest.raises(ValueError, match="deck"):
        game(deck[1:], "south")
    with pytest.raises(ValueError, match="deck"):
        game([*deck[1:], deck[1]], "south")
    with pytest.raises(ValueError, match="deck"):
        game(deck, "east")


@pytest.mark.parametrize("dealer", SEATS)
def test_goulash_deals_four_at_a_time_non_dealer_first(dealer: str) -> None:
    deck = shuffled(GoulashHand, 2)
    hand = GoulashHand(deck, dealer)
    other = "north" if dealer == "south" else "south"
    first = deck[0:4] + deck[8:12] + deck[16:20] + deck[24:28]
    second = deck[4:8] + deck[12:16] + deck[20:24] + deck[28:32]
    assert sorted(hand.hand(other)) == sorted(first)
    assert sorted(hand.hand(dealer)) == sorted(second)
    assert hand.upcard == deck[32]
    assert hand.trump == deck[32][1]
    assert hand.piles == {other: deck[33:48], dealer: deck[48:63]}
    assert hand.dead == deck[63]
    assert hand.face_down == 31


@pytest.mark.parametrize("dealer", SEATS)
def test_glup_deals_one_at_a_time_non_dealer_first(dealer: str) -> None:
    deck = shuffled(GlupHand, 2)
    hand = GlupHand(deck, dealer)
    other = "north" if dealer == "south" else "south"
    assert sorted(hand.hand(other)) == sorted(deck[i] for i in range(36) if i % 2 == 0)
    assert sorted(hand.hand(dealer)) == sorted(deck[i] for i in range(36) if i % 2 == 1)
    assert hand.upcard == deck[36]
    assert hand.trump == deck[36][1]
    assert hand.stock == deck[37:]
    assert hand.face_down == 59


@both_games
@pytest.mark.parametrize(("dealer", "leader"), [("north", "south"), ("south", "north")])
def test_non_dealer_leads_first(game: Game, dealer: str, leader: str) -> None:
    assert dealt(game, "TH", dealer=dealer).due() == (leader, "play")


@both_games
def test_any_card_may_be_played_to_a_stock_trick(game: Game) -> None:
    hand = dealt(game, "TH", "KC", "AC QC 9H AS 9D JD")
    assert hand.moves() == sorted(set(hand.hand("south")))
    hand.apply("KC")
    assert hand.due() == ("north", "play")
    assert hand.moves() == sorted(set(hand.hand("north")))
    assert {"AC", "QC", "9H", "AS", "9D", "JD"} <= set(hand.moves())


@both_games
@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        pytest.param("KC", "AC", "north", id="a higher card of the suit led wins"),
        pytest.param("AC", "KC", "south", id="a lower card of the suit led loses"),
        pytest.param("KC", "TC", "north", id="the ten is above the king"),
        pytest.param("AC", "TC", "south", id="the ten is below the ace"),
        pytest.param("AC", "JH", "north", id="a trump beats a non-trump"),
        pytest.param("JH", "AC", "south", id="a non-trump does not beat a trump"),
        pytest.param("QH", "KH", "north", id="a higher trump beats a trump"),
        pytest.param("KH", "QH", "south", id="a lower trump does not"),
        pytest.param("KC", "KC", "south", id="of two identical cards the first wins"),
        pytest.param("KH", "KH", "south", id="of two identical trumps the first wins"),
        pytest.param("9C", "AS", "south", id="a card of a third suit never wins"),
        pytest.param("9C", "JC", "north", id="the jack is above the nine"),
    ],
)
def test_winner_of_a_trick(game: Game, led: str, answer: str, winner: str) -> None:
    hand = dealt(game, "TH", led, answer)
    trick(hand, led, answer)
    pass_all(hand)
    assert hand.due() == (winner, "play")
    assert hand.winner_of_last_trick == winner


@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        ("8C", "9C", "north"),
        ("9C", "8C", "south"),
        ("7C", "8C", "north"),
        ("8C", "7C", "south"),
        ("9C", "7C", "south"),
        ("AC", "7H", "north"),
        ("7H", "8H", "north"),
        ("8C", "8C", "south"),
    ],
)
def test_nine_eight_seven_rank_in_this_order(led: str, answer: str, winner: str) -> None:
    hand = deal_goulash("7H", led, answer)
    pass_all(hand)
    trick(hand, led, answer)
    pass_all(hand)
    assert hand.due() == (winner, "play")
    assert hand.points[winner][1] == (11 if led == "AC" else 0)


@both_games
def test_winner_draws_first_and_leads_next(game: Game) -> None:
    hand = position(game, "TH", "9C", "AC", act="play", draws="JS", north_draws="JC")
    trick(hand, "9C", "AC")
    pass_all(hand)
    # In goulash each has his own pile; in glup the winner has the first card.
    wanted = ("JS", "JC") if game is GoulashHand else ("JC", "JS")
    assert wanted[0] in hand.hand("south")
    assert wanted[1] in hand.hand("north")
    assert hand.due() == ("north", "play")


@both_games
def test_melds_come_before_the_draws(game: Game) -> None:
    hand = position(game, "TH", "KC", draws="QC", act="play")
    south_wins(hand)
    pass_all(hand)
    assert "QC" in hand.hand("south")
    south_wins(hand)
    assert "marriage:KC.QC" in claims(hand)


@both_games
def test_only_the_winner_may_meld(game: Game) -> None:
    hand = position(game, "TH", "9C", "AC KS QS", act="play")
    south_wins(hand, "9C")
    assert hand.due() == ("south", "play")
    hand = position(game, "TH", "9C", "AC KS QS", act="play")
    trick(hand, "9C", "AC")
    assert hand.due() == ("north", "meld")
    assert "marriage:KS.QS" in hand.moves()


@both_games
def test_one_meld_a_trick_and_never_compulsory(game: Game) -> None:
    hand = position(game, "TH", "KC QC KS QS")
    assert hand.moves() == ["marriage:KC.QC", "marriage:KS.QS", "pass"]
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("south", "play")
    hand.undo()
    hand.apply("pass")
    assert hand.due() == ("south", "play")
    assert meld_points(hand) == 0


@both_games
def test_passing_that_is_the_only_choice_does_not_come_up(game: Game) -> None:
    hand = position(game, "TH", act="play")
    south_wins(hand)
    assert hand.due() == ("south", "play")
    assert hand.completed == 7


@both_games
def test_melded_cards_stay_playable(game: Game) -> None:
    hand = position(game, "TH", "KC QC QC")
    hand.apply("marriage:KC.QC")
    assert {"KC@1", "QC@1", "QC@hand"} <= set(hand.moves())
    assert not {"KC", "QC"} & set(hand.moves())
    assert "KC" not in hand.hand("south")
    south_wins(hand, "KC@1")
    assert [copy.card for copy in hand.table("south")] == ["QC"]


@both_games
def test_melded_cards_go_back_to_the_hand_when_the_stock_is_gone(game: Game) -> None:
    last = LAST_STOCK_TRICK[game]
    hand = position(game, "TH", melds="marriage:KC.QC", act="play", k=last - 1)
    assert {"KC@1", "QC@1"} <= set(hand.moves())
    south_wins(hand)
    pass_all(hand)
    assert hand.in_playoff
    assert hand.table("south") == []
    assert {"KC", "QC"} <= set(hand.moves())


@both_games
@pytest.mark.parametrize("winner", SEATS)
def test_winner_of_the_last_stock_trick_leads_to_the_playoff(game: Game, winner: str) -> None:
    hand = position(game, "TH", act="play", k=LAST_STOCK_TRICK[game] - 1, north="JH")
    if winner == "south":
        south_wins(hand)
    else:
        south_loses(hand)
    pass_all(hand)
    assert hand.in_playoff
    assert hand.due() == (winner, "play")
    assert {len(hand.hand(seat)) for seat in SEATS} == {HAND[game]}


@both_games
def test_targets_and_ties_of_a_game(game: Game) -> None:
    target = 1500 if game is GoulashHand else 1000
    assert game.target == target
    assert game_winner({"south": target - 1, "north": 0}, target) is None
    assert game_winner({"south": target, "north": 0}, target) == "south"
    assert game_winner({"south": target, "north": target + 1}, target) == "north"
    assert game_winner({"south": target + 5, "north": target + 5}, target) is None


def test_glup_won_by_being_ahead() -> None:
    assert ahead_winner({"south": 1999, "north": 1000}, 1000) is None
    assert ahead_winner({"south": 2000, "north": 1000}, 1000) == "south"
    assert ahead_winner({"south": 3, "north": 1403}, 1000) == "north"


@both_games
def test_undo_and_illegal_moves(game: Game) -> None:
    hand = position(game, "TH", "KC QC")
    before = hand.full()
    with pytest.raises(ValueError, match="legal"):
        hand.apply("marriage:KS.QS")
    hand.apply("marriage:KC.QC")
    assert hand.full() != before
    hand.undo()
    assert hand.full() == before
    with pytest.raises(ValueError, match="take back"):
        hand.undo()


# Playoff obligations


def playoff(game: Game, south: str, north: str, trump: str = "S", led: str = "") -> VariantHand:
    tokens = {"rules": game.rules, "trump": trump, "south": south, "north": north, "turn": "south"}
    if led:
        tokens |= {"led": led}
    return game.from_tokens(tokens)


@pytest.mark.parametrize(
    ("led", "held", "goulash", "glup"),
    [
        pytest.param("KH", "9.A9.A.-", "9H AH", "AH", id="only glup heads a plain suit"),
        pytest.param("AH", "9.T9.A.-", "9H TH", "9H TH", id="follows where it cannot head"),
        pytest.param("AH", "9.A9.A.-", "9H AH", "9H AH", id="an equal card is not higher"),
        pytest.param("KS", "A9.A.A.-", "AS", "AS", id="a higher trump if held"),
        pytest.param("AS", "K9.A.A.-", "9S KS", "9S KS", id="else any trump"),
        pytest.param("KC", "K9.A.A.-", "9S KS", "9S KS", id="no card of the suit: any trump"),
        pytest.param("KC", "-.A.A9.-", "9D AD AH", "9D AD AH", id="neither: any card"),
    ],
)
def test_obligations(led: str, held: str, goulash: str, glup: str) -> None:
    for game, wanted in ((GoulashHand, goulash), (GlupHand, glup)):
        north = "QQJ"[: len(cards_of(held)) - 1] + "..."
        hand = playoff(game, held, north, led=led)
        assert hand.moves() == wanted.split()


@both_games
def test_leader_plays_any_card_in_the_playoff(game: Game) -> None:
    assert playoff(game, "A.K.Q.J", "T.T.T.T").moves() == ["AS", "JC", "KH", "QD"]


@both_games
def test_last_trick_bonus(game: Game) -> None:
    hand = playoff(game, "A.-.-.-", "-.K.-.-")
    trick(hand, "AS", "KH")
    assert hand.is_over
    assert hand.due() is None
    assert hand.moves() == []
    assert hand.points["south"][1] == (25 if game is GoulashHand else 4)
    assert hand.winner == "south"


@both_games
def test_a_tied_hand_is_won_by_nobody(game: Game) -> None:
    hand = game.from_tokens(
        {"rules": game.rules, "trump": "S", "south": "9.-.-.-", "north": "-.9.-.-", "turn": "south"}
        | {"points": "7+100/9+108" if game is GoulashHand else "0+20/20+2"}
    )
    assert hand.winner is None
    trick(hand, "9S", "9H")
    assert sum(hand.points["south"]) == sum(hand.points["north"])
    assert hand.winner is None


# Section 2: goulash


@pytest.mark.parametrize("dealer", SEATS)
def test_goulash_seven_turned_up_dealer_scores_ten(dealer: str) -> None:
    other = "north" if dealer == "south" else "south"
    hand = deal_goulash("7H", dealer=dealer)
    assert hand.points == {dealer: (10, 0), other: (0, 0)}


@pytest.mark.parametrize("upcard", ["8H", "9H", "AH"])
def test_goulash_another_upcard_scores_nothing(upcard: str) -> None:
    assert deal_goulash(upcard).points == {"south": (0, 0), "north": (0, 0)}


@pytest.mark.parametrize(("dealer", "other"), [("north", "south"), ("south", "north")])
def test_goulash_dix_turns_before_the_first_lead(dealer: str, other: str) -> None:
    hand = deal_goulash("AH", "7H", "7H", dealer=dealer)
    assert hand.due() == (dealer, "dix")
    assert hand.moves() == ["dix", "pass"]
    hand.apply("pass")
    assert hand.due() == (other, "show")
    assert hand.moves() == ["dix", "pass"]
    assert hand.credit("dix") == 10
    hand.apply("dix")
    assert hand.due() == (other, "play")
    assert meld_points(hand, other) == 10
    assert hand.upcard == "7H"
    assert "AH" in hand.hand(other)
    assert "7H" not in hand.hand(other)


def test_goulash_only_who_has_a_seven_is_asked_before_the_first_lead() -> None:
    assert deal_goulash("AH", south="7H").due() == ("south", "show")
    assert deal_goulash("AH", north="7H").due() == ("north", "dix")
    assert deal_goulash("AH", south_pile="7H", north_pile="7H").due() == ("south", "play")


def test_goulash_case_dealer_holds_both_sevens() -> None:
    hand = deal_goulash("AH", north="7H 7H")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert (hand.upcard, meld_points(hand, "north")) == ("7H", 10)
    assert hand.full()["melds.north"] == "dix@0"
    south_wins(hand)
    pass_melds(hand)
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert meld_points(hand, "north") == 20
    assert hand.full()["melds.north"] == "dix@0+dix:7H@1"
    assert [copy.card for copy in hand.table("north")] == ["7H"]


def test_goulash_case_both_draw_a_seven() -> None:
    hand = position(GoulashHand, "TH", "9C", "AC", act="play", k=3, draws="7H", north_draws="7H")
    trick(hand, "9C", "AC")
    pass_melds(hand)
    assert hand.due() == ("north", "show")
    hand.apply("dix")
    assert hand.upcard == "7H"
    assert "TH" in hand.hand("north")
    assert hand.due() == ("south", "dix")
    hand.apply("dix")
    assert [copy.card for copy in hand.table("south")] == ["7H"]
    assert (meld_points(hand), meld_points(hand, "north")) == (10, 10)
    assert hand.due() == ("north", "play")


@pytest.mark.parametrize("winner", SEATS)
def test_goulash_case_upcard_never_exchanged_goes_to_the_winner(winner: str) -> None:
    loser = "north" if winner == "south" else "south"
    hand = position(GoulashHand, "9H", "", "JH", act="play", k=15, dead="QC")
    before = {seat: Counter(hand.hand(seat)) for seat in SEATS}
    if winner == "south":
        south_wins(hand)
    else:
        south_loses(hand)
    gained = {seat: Counter(hand.hand(seat)) - before[seat] for seat in SEATS}
    assert gained == {winner: Counter(["9H"]), loser: Counter(["QC"])}
    assert hand.dead == ""
    assert hand.points[winner][0] == hand.points[loser][0] == 0


def test_goulash_case_seven_up_the_other_is_the_dead_card() -> None:
    hand = deal_goulash("7H", dead="7H", dealer="south")
    assert hand.points == {"south": (10, 0), "north": (0, 0)}
    hand = position(GoulashHand, "7H", act="play", k=15, dead="7H")
    south_wins(hand)
    assert hand.points["north"][0] == 10
    assert hand.points["south"][0] == 0
    assert "7H" in hand.hand("south")
    assert "7H" in hand.hand("north")


def test_goulash_case_both_sevens_after_trick_fifteen() -> None:
    hand = position(GoulashHand, "TH", "7H", act="play", k=14, draws="7H", dead="QC")
    south_wins(hand)
    pass_melds(hand)
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert (hand.upcard, meld_points(hand)) == ("7H", 10)
    south_wins(hand)
    assert hand.account["south"] == {"before": 0, "dix": 10, "sevens held": 10}
    assert hand.hand("south").count("7H") == 2
    hand.undo()
    hand.undo()
    south_wins(hand, "7H")
    assert meld_points(hand) == 10
    assert hand.hand("south").count("7H") == 1


def test_goulash_seven_kept_through_trick_sixteen_scores_its_loser_too() -> None:
    hand = position(GoulashHand, "TH", north="7H JH", act="play", k=15, dead="7H")
    south_wins(hand)
    assert meld_points(hand, "north") == 20


def test_goulash_shown_seven_does_not_score_again() -> None:
    hand = position(GoulashHand, "7H", melds="dix:7H", act="play", k=15, dead="QC")
    south_wins(hand)
    assert hand.in_playoff
    assert hand.hand("south").count("7H") == 2
    assert meld_points(hand) == 0


def test_goulash_seven_played_unshown_brings_nothing() -> None:
    hand = position(GoulashHand, "7H", "7H", act="play", k=15, dead="QC")
    south_wins(hand, "7H")
    assert meld_points(hand) == 0


def test_goulash_dix_is_once_a_turn() -> None:
    hand = position(GoulashHand, "TH", "7H 7H", act="show")
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    south_wins(hand)
    pass_melds(hand)
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert last_item(hand) == "dix:7H"
    assert meld_points(hand) == 20


def test_goulash_seven_kept_back_may_be_used_later() -> None:
    hand = position(GoulashHand, "TH", "7H", act="show")
    for _turn in range(3):
        assert hand.moves() == ["dix", "pass"]
        hand.apply("pass")
        south_wins(hand)
        pass_melds(hand)
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert last_item(hand) == "dix"
    assert "TH" in hand.hand("south")


def test_goulash_the_first_to_claim_exchanges() -> None:
    hand = position(GoulashHand, "TH", "7H", "7H", act="show")
    hand.apply("pass")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert "TH" in hand.hand("north")
    south_wins(hand)
    pass_melds(hand)
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert last_item(hand) == "dix:7H"


def test_goulash_loser_shows_without_a_trick() -> None:
    hand = position(GoulashHand, "TH", north="7H", act="dix")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert meld_points(hand, "north") == 10


def test_goulash_shown_seven_is_playable() -> None:
    hand = position(GoulashHand, "7H", "7H", act="show")
    hand.apply("dix")
    assert "7H@1" in hand.moves()
    assert "7H" not in hand.moves()
    south_wins(hand, "7H@1")
    assert hand.full()["melds.south"] == "dix:7H*@6"


def test_goulash_shown_seven_is_not_shown_again() -> None:
    hand = position(GoulashHand, "7H", melds="dix:7H", act="play")
    south_wins(hand)
    assert hand.due() == ("south", "play")


def test_goulash_no_dix_with_the_meld() -> None:
    hand = position(GoulashHand, "TH", "7H KC QC", act="meld")
    assert hand.moves() == ["marriage:KC.QC", "pass"]
    hand.apply("marriage:KC.QC")
    assert hand.due() == ("south", "show")


def test_goulash_exchanged_card_melds_at_a_later_trick() -> None:
    hand = position(GoulashHand, "KH", "7H QH", act="meld")
    assert hand.due() == ("south", "show")
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    south_wins(hand)
    assert "royal-marriage:KH.QH" in hand.moves()


def test_goulash_seven_drawn_is_shown_before_the_next_lead() -> None:
    hand = position(GoulashHand, "TH", act="play", draws="7H")
    south_wins(hand)
    pass_melds(hand)
    assert hand.due() == ("south", "show")


def test_goulash_order_after_a_trick() -> None:
    hand = position(GoulashHand, "TH", "KC QC 9D", "", act="play", draws="7H", north_draws="7H")
    asked = []
    south_wins(hand, "9D")
    while (due := hand.due()) != ("south", "play"):
        asked.append((due, hand.face_down))
        hand.apply("pass")
    assert asked == [
        (("south", "meld"), 19),
        (("south", "show"), 17),
        (("north", "dix"), 17),
    ]


def test_goulash_each_draws_from_his_own_pile() -> None:
    hand = deal_goulash("TH", "9C 9D", "AC", south_pile="JS QS", north_pile="JC QD")
    trick(hand, "9C", "AC")
    pass_all(hand)
    assert "JS" in hand.hand("south")
    assert "JC" in hand.hand("north")
    piles = hand.piles
    assert (piles["south"][0], piles["north"][0]) == ("QS", "QD")
    assert {len(pile) for pile in piles.values()} == {14}


def test_goulash_melds_after_trick_fifteen_not_after_sixteen() -> None:
    hand = position(GoulashHand, "TH", "KC QC", act="play", k=14)
    south_wins(hand)
    assert hand.due() == ("south", "meld")
    assert "marriage:KC.QC" in hand.moves()
    hand.apply("pass")
    pass_all(hand)
    south_wins(hand)
    assert hand.completed == 16
    assert hand.in_playoff
    assert hand.due() == ("south", "play")


GOULASH_MELDS = {
    "royal-marriage:KH.QH": 40,
    "marriage:KS.QS": 20,
    "marriage:KD.QD": 20,
    "marriage:KC.QC": 20,
    "run:AH.TH.KH.QH.JH": 150,
    "jacks:JS.JH.JD.JC": 40,
    "queens:QS.QH.QD.QC": 60,
    "kings:KS.KH.KD.KC": 80,
    "aces:AS.AH.AD.AC": 100,
    "pinochle:QS.JD": 40,
}


@pytest.mark.parametrize(("meld", "points"), GOULASH_MELDS.items())
def test_goulash_values_of_melds(meld: str, points: int) -> None:
    hand = position(GoulashHand, "8H", meld.partition(":")[2].replace(".", " "))
    assert claims(hand)[meld] == points
    hand.apply(meld)
    assert meld_points(hand) == points


def test_goulash_has_no_other_melds() -> None:
    hand = position(GoulashHand, "9H", "KS KH KD KC QS QH QD QC QS JD JD")
    missing = ("run:AH.TH.KH.QH.JH", "jacks:JS.JH.JD.JC", "aces:AS.AH.AD.AC")
    assert claims(hand) == {m: points for m, points in GOULASH_MELDS.items() if m not in missing}
    hand = position(GoulashHand, "AH", "9S 9S 9H 9H 9D 9D 9C 9C 8S 8H 8D 8C")
    assert claims(hand) == {}


def test_goulash_run_after_its_royal_marriage_adds_150() -> None:
    hand = position(GoulashHand, "8H", "AH TH JH", melds="royal-marriage:KH.QH")
    assert claims(hand) == {"run:AH.TH.KH.QH.JH": 150}


def test_goulash_royal_marriage_after_a_run_needs_a_fresh_pair() -> None:
    run = "run:AH.TH.KH.QH.JH"
    assert claims(position(GoulashHand, "8H", "KH", melds=run)) == {}
    assert claims(position(GoulashHand, "8H", "KH QH", melds=run)) == {"royal-marriage:KH.QH": 40}


def test_goulash_two_pinochles_one_at_a_time() -> None:
    hand = position(GoulashHand, "8H", "QS QS JD JD")
    assert claims(hand) == {"pinochle:QS.JD": 40}
    hand.apply("pinochle:QS.JD")
    south_wins(hand)
    assert "pinochle:QS.JD" in claims(hand)
    hand.apply("pinochle:QS.JD")
    assert last_item(hand) == "pinochle:QS2.JD2"
    assert meld_points(hand) == 80


def test_goulash_roundhouse_by_its_parts_is_220() -> None:
    hand = position(GoulashHand, "8H", "KS KH KD KC QS QH QD QC")
    for meld in (
        "kings:KS.KH.KD.KC",
        "royal-marriage:KH.QH",
        "marriage:KS.QS",
        "marriage:KD.QD",
        "queens:QS.QH.QD.QC",
    ):
        hand.apply(meld)
        pass_all(hand)
        south_wins(hand, next(m for m in hand.moves() if is_dull(m, "H") and len(m) == 2))
    assert meld_points(hand) == 220
    assert "marriage:KC.QC" not in claims(hand)


def test_goulash_copies_of_a_meld_are_those_of_the_base_rules() -> None:
    hand = position(GoulashHand, "8H", "KC QC", melds="kings:KS.KH.KD.KC+queens:QS.QH.QD.QC")
    assert "marriage:KC.QC" in claims(hand)
    hand.apply("marriage:KC.QC")
    assert last_item(hand) == "marriage:KC.QC2"


def test_goulash_dealer_turns_up_a_seven_and_shows_the_other() -> None:
    hand = deal_goulash("7H", north="7H")
    assert hand.due() == ("north", "dix")
    hand.apply("dix")
    assert [copy.card for copy in hand.table("north")] == ["7H"]
    assert hand.full()["melds.north"] == "dix:7H@0"
    assert hand.account["north"] == {"dealer": 10, "dix": 10}


@pytest.mark.parametrize("count", ["old", "compromise", "simplified"])
def test_goulash_counts_total_250(count: str) -> None:
    hand = GoulashHand(shuffled(GoulashHand, 5), "south", count)
    rng = random.Random(5)
    while not hand.is_over:
        hand.apply(rng.choice(hand.moves()))
    assert sum(tricks for _melds, tricks in hand.points.values()) == 250


# Section 3: glup


@pytest.mark.parametrize(
    ("upcard", "lifted", "points"),
    [("TH", False, 0), ("9H", False, 1), ("TH", True, 1), ("9H", True, 3)],
)
@pytest.mark.parametrize("dealer", SEATS)
def test_glup_dealer(upcard: str, lifted: bool, points: int, dealer: str) -> None:
    hand = deal_glup(upcard, dealer=dealer, lifted=lifted)
    assert hand.points[dealer] == (points, 0)
    assert hand.points["north" if dealer == "south" else "south"] == (0, 0)
    assert ("cut" in hand.full()) == lifted


def test_glup_nine_of_trumps_scores_as_it_is_played() -> None:
    hand = position(GlupHand, "TH", "9H", "9H", act="play")
    hand.apply("9H")
    assert meld_points(hand) == 1
    hand.apply("9H")
    # The follower: a glup and one for the equal card, and the nine.
    assert hand.points["north"][0] == 1
    assert hand.glups == {"south": 0, "north": 2}


def test_glup_nine_of_another_suit_scores_nothing() -> None:
    hand = position(GlupHand, "TH", "9S", act="play")
    hand.apply("9S")
    assert meld_points(hand) == 0


def test_glup_nine_that_lay_in_a_meld_scores_as_it_is_played() -> None:
    nines = "double-nines:9S.9S2.9H.9H2.9D.9D2.9C.9C2"
    hand = position(GlupHand, "TH", melds=nines, act="play")
    hand.apply("9H@1")
    assert meld_points(hand) == 1


def test_glup_nine_in_the_playoff_scores_nothing() -> None:
    hand = playoff(GlupHand, "9.-.-.A", "-.9.A.-")
    trick(hand, "9S", "9H")
    assert hand.points["south"] == (0, 0)


def test_glup_nines_held_after_the_last_draws_score() -> None:
    hand = position(GlupHand, "TH", "9H", "9H 9H JH", act="play", k=29, draws="9H")
    south_wins(hand)
    pass_all(hand)
    assert hand.in_playoff
    assert hand.account["south"]["nines"] == 2
    assert hand.account["north"]["nines"] == 2


def test_glup_nines_on_the_table_score_at_the_end_too() -> None:
    nines = "double-nines:9S.9S2.9H.9H2.9D.9D2.9C.9C2"
    hand = position(GlupHand, "TH", "KC", melds=nines, act="play", k=29, draws="JC")
    south_wins(hand, "KC")
    pass_all(hand)
    assert hand.account["south"]["nines"] == 2


def test_glup_nine_taken_as_the_upcard_does_not_score() -> None:
    hand = position(GlupHand, "9H", "9H", "9H JH", act="play", k=29, draws="9H")
    south_wins(hand)
    pass_all(hand)
    assert hand.hand("north").count("9H") == 2
    assert hand.account["south"]["nines"] == 2
    assert hand.account["north"]["nines"] == 1


def test_glup_upcard_that_is_no_nine_goes_to_the_loser() -> None:
    hand = position(GlupHand, "TH", act="play", k=29, draws="QC")
    before = {seat: Counter(hand.hand(seat)) for seat in SEATS}
    south_wins(hand)
    assert hand.in_playoff
    gained = {seat: Counter(hand.hand(seat)) - before[seat] for seat in SEATS}
    assert gained == {"south": Counter(["QC"]), "north": Counter(["TH"])}


def test_glup_order_of_events_after_a_trick() -> None:
    hand = position(GlupHand, "TH", "KC QC", act="play", k=4)
    assert hand.face_down == 51
    south_wins(hand)
    assert (hand.due(), hand.face_down) == (("south", "meld"), 51)
    hand.apply("marriage:KC.QC")
    assert (hand.due(), hand.face_down) == (("south", "play"), 49)


def test_glup_melds_after_trick_thirty() -> None:
    hand = position(GlupHand, "TH", "KC QC", act="play", k=29)
    south_wins(hand)
    assert hand.due() == ("south", "meld")
    assert hand.face_down == 1
    hand.apply("marriage:KC.QC")
    assert hand.in_playoff
    assert meld_points(hand) == 2
    hand.apply(hand.moves()[0])
    hand.apply(hand.moves()[0])
    assert hand.due() in (("south", "play"), ("north", "play"))


def test_glup_dix_is_the_one_meld_of_the_trick() -> None:
    hand = position(GlupHand, "TH", "9H KC QC")
    assert claims(hand) == {"dix": 1, "marriage:KC.QC": 2}
    hand.apply("dix")
    assert hand.due() == ("south", "play")
    assert hand.upcard == "9H"
    assert "TH" in hand.hand("south")
    assert "9H" not in hand.hand("south")
    assert meld_points(hand) == 1
    assert last_item(hand) == "dix"


def test_glup_no_dix_while_the_upcard_is_a_nine() -> None:
    assert "dix" not in claims(position(GlupHand, "9H", "9H KC QC"))
    hand = position(GlupHand, "TH", "9H 9H KC QC")
    hand.apply("dix")
    south_wins(hand)
    assert hand.due() == ("south", "meld")
    assert "dix" not in hand.moves()


def test_glup_no_dix_from_the_table() -> None:
    nines = "double-nines:9S.9S2.9H.9H2.9D.9D2.9C.9C2"
    assert claims(position(GlupHand, "TH", melds=nines)) == {}
    assert claims(position(GlupHand, "TH", "9H", melds=nines)) == {"dix": 1}


def test_glup_only_the_winner_exchanges() -> None:
    hand = position(GlupHand, "TH", north="9H", act="play")
    south_wins(hand)
    assert hand.due() == ("south", "play")


def test_glup_dix_after_trick_thirty() -> None:
    hand = position(GlupHand, "TH", "9H 9H", act="play", k=29)
    south_wins(hand)
    assert claims(hand)["dix"] == 1
    hand.apply("dix")
    assert hand.in_playoff
    assert hand.account["south"] == {"before": 0, "dix": 1, "nines": 1}
    assert "TH" in hand.hand("south")
    assert "9H" in hand.hand("north")
    assert hand.account["north"] == {"before": 0}


# What a meld scores: single, double, triple, quadruple.
GLUP_POINTS = {
    "marriage": "2 15 45 450",
    "royal-marriage": "4 30 90 900",
    "pinochle": "4 30 90 900",
    "roundhouse": "50 500",
    "run": "15 150 1500",
    "roundhouse-of-runs": "200",
    "nines": "- 20 - 200",
    "jacks": "4 40 400 4000",
    "queens": "6 60 600 6000",
    "kings": "8 80 800 8000",
    "aces": "10 100 1000 10000",
    "trump-jacks": "4",
    "trump-queens": "6",
    "trump-kings": "8",
    "trump-aces": "10",
}
# Its cards with hearts trump; of the common marriages the one of clubs.
GLUP_CARDS = {
    "marriage": "KC QC",
    "royal-marriage": "KH QH",
    "pinochle": "QS JD",
    "roundhouse": "KS KH KD KC QS QH QD QC",
    "run": "AH TH KH QH JH",
    "roundhouse-of-runs": "AS AH AD AC KS KH KD KC QS QH QD QC JS JH JD JC",
    "nines": "9S 9H 9D 9C",
    "jacks": "JS JH JD JC",
    "queens": "QS QH QD QC",
    "kings": "KS KH KD KC",
    "aces": "AS AH AD AC",
    "trump-jacks": "JH JH JH JH",
    "trump-queens": "QH QH QH QH",
    "trump-kings": "KH KH KH KH",
    "trump-aces": "AH AH AH AH",
}
GLUP_TABLE = [
    (
        ("", "double-", "triple-", "quadruple-")[times - 1] + kind,
        " ".join(card for card in GLUP_CARDS[kind].split() for _copy in range(times)),
        int(points),
    )
    for kind, row in GLUP_POINTS.items()
    for times, points in enumerate(row.split(), start=1)
    if points != "-"
]


@pytest.mark.parametrize(("kind", "cards", "points"), GLUP_TABLE)
def test_glup_values_of_melds(kind: str, cards: str, points: int) -> None:
    move = f"{kind}:{cards.replace(' ', '.')}"
    hand = position(GlupHand, "TH", cards)
    assert claims(hand)[move] == points
    hand.apply(move)
    assert meld_points(hand) == points
    assert sorted(copy.card for copy in hand.table("south")) == sorted(cards.split())
    assert {copy.served for copy in hand.table("south")} == {frozenset({kind})}


def test_glup_has_these_melds_only() -> None:
    found = Counter(pattern.kind for pattern, _points in melds("H"))
    suits = {"marriage": 3, "double-marriage": 3, "triple-marriage": 3, "quadruple-marriage": 3}
    assert found == Counter({kind: suits.get(kind, 1) for kind, _cards, _points in GLUP_TABLE})


def test_glup_moves_of_a_hand() -> None:
    hand = position(GlupHand, "TH", "QH QH QH QH KH KH JD QS JD QS")
    assert claims(hand) == {
        "trump-queens:QH.QH.QH.QH": 6,
        "royal-marriage:KH.QH": 4,
        "double-royal-marriage:KH.KH.QH.QH": 30,
        "pinochle:QS.JD": 4,
        "double-pinochle:QS.QS.JD.JD": 30,
    }


def test_glup_nines_are_melded_doubled_and_quadrupled_only() -> None:
    single = "9S 9H 9D 9C"
    assert claims(position(GlupHand, "9H", single)) == {}
    double = "double-nines:9S.9S.9H.9H.9D.9D.9C.9C"
    assert claims(position(GlupHand, "TH", f"{single} {single} {single}")) == {double: 20, "dix": 1}


def test_glup_at_least_one_card_from_the_hand() -> None:
    laid = "kings:KS.KH.KD.KC+queens:QS.QH.QD.QC"
    assert claims(position(GlupHand, "TH", melds=laid)) == {}
    with_king = claims(position(GlupHand, "TH", "KC", melds=laid))
    assert with_king == {"marriage:KC.QC": 2}


def test_glup_multiples_are_declared_at_once() -> None:
    hand = position(GlupHand, "TH", "KC QC", melds="marriage:KC.QC")
    assert claims(hand) == {"marriage:KC.QC": 2}
    hand.apply("marriage:KC.QC")
    assert last_item(hand) == "marriage:KC2.QC2"


def test_glup_multiple_with_cards_of_compatible_melds() -> None:
    hand = position(GlupHand, "TH", "QS JD", melds="queens:QS.QH.QD.QC+jacks:JS.JH.JD.JC")
    hand.apply("double-pinochle:QS.QS.JD.JD")
    assert last_item(hand) == "double-pinochle:QS.QS2.JD.JD2"
    assert meld_points(hand) == 30


@pytest.mark.parametrize(("count", "total"), [("glup", 50), ("old", 490), ("compromise", 490)])
def test_glup_any_count_goes_with_the_deck(count: str, total: int) -> None:
    hand = GlupHand(shuffled(GlupHand, 4), "south", count)
    play_out(hand, random.Random(4))
    assert sum(tricks for _melds, tricks in hand.points.values()) == total


# Which copies


def test_glup_case_king_on_the_table() -> None:
    hand = position(GlupHand, "TS", "KH QH", melds="kings:KS.KH.KD.KC")
    hand.apply("marriage:KH.QH")
    assert last_item(hand) == "marriage:KH.QH"
    assert hand.hand("south").count("KH") == 1
    assert hand.hand("south").count("QH") == 0


def test_glup_case_pinochle_with_all_of_it_on_the_table() -> None:
    hand = position(GlupHand, "TH", "QS JD", melds="queens:QS.QH.QD.QC+jacks:JS.JH.JD.JC")
    hand.apply("pinochle:QS.JD")
    assert last_item(hand) == "pinochle:QS.JD2"
    assert "QS" in hand.hand("south")
    assert "JD" not in hand.hand("south")


def test_glup_case_royal_marriages_after_a_run() -> None:
    hand = position(GlupHand, "9S", "KS QS", melds="run:AS.TS.KS.QS.JS")
    assert claims(hand) == {"royal-marriage:KS.QS": 4, "double-royal-marriage:KS.KS.QS.QS": 30}
    hand.apply("royal-marriage:KS.QS")
    assert last_item(hand) == "royal-marriage:KS.QS2"
    south_wins(hand)
    assert claims(hand)["royal-marriage:KS.QS"] == 4
    hand.apply("royal-marriage:KS.QS")
    assert last_item(hand) == "royal-marriage:KS2.QS"
    assert meld_points(hand) == 8


def test_glup_case_no_double_marriage_after_a_marriage() -> None:
    hand = position(GlupHand, "TS", "KH KH QH", melds="marriage:KH.QH")
    assert claims(hand) == {"marriage:KH.QH": 2}
    hand.apply("marriage:KH.QH")
    assert last_item(hand) == "marriage:KH2.QH2"


def test_glup_copy_in_more_kinds_is_taken_first() -> None:
    table = "trump-queens:QH.QH2.QH3.QH4+queens:QS.QH3.QD.QC"
    hand = position(GlupHand, "TH", "KH", melds=table)
    hand.apply("royal-marriage:KH.QH")
    assert last_item(hand) == "royal-marriage:KH.QH3"


def test_glup_then_the_lower_number() -> None:
    hand = position(GlupHand, "TH", "KH", melds="trump-queens:QH.QH2.QH3.QH4")
    hand.apply("royal-marriage:KH.QH")
    assert last_item(hand) == "royal-marriage:KH.QH"
    south_wins(hand)


def test_glup_last_card_in_hand_replaces_the_last_copy_chosen() -> None:
    table = "trump-queens:QH.QH2.QH3.QH4+trump-kings:KH.KH2.KH3.KH4"
    assert "double-royal-marriage:KH.KH.QH.QH" not in claims(position(GlupHand, "TH", melds=table))
    table = "double-queens:QS.QS2.QH.QH2.QD.QD2.QC.QC2+double-jacks:JS.JS2.JH.JH2.JD.JD2.JC.JC2"
    hand = position(GlupHand, "TH", "QS", melds=table)
    assert claims(hand)["double-pinochle:QS.QS.JD.JD"] == 30
    hand.apply("double-pinochle:QS.QS.JD.JD")
    assert last_item(hand) == "double-pinochle:QS.QS3.JD.JD2"


def test_glup_copies_are_numbered_as_they_are_laid() -> None:
    hand = position(GlupHand, "TH", "KC KC KC QC QC QC")
    hand.apply("marriage:KC.QC")
    south_wins(hand)
    hand.apply("double-marriage:KC.KC.QC.QC")
    assert last_item(hand) == "double-marriage:KC2.KC3.QC2.QC3"
    assert {"KC@1", "KC@2"} <= set(hand.moves())
    assert "KC@3" not in hand.moves()


def test_glup_played_copy_serves_no_more() -> None:
    hand = position(GlupHand, "TH", "QC", melds="kings:KS.KH.KD.KC*")
    assert claims(hand) == {}


def test_glup_example_of_the_notation() -> None:
    hand = complete(
        "rules=glup upcard=9D stock=51 act=meld turn=south south=TQ9.TKJ.ATKKQQQQJ.JJ north=+17 "
        "melds.south=run:AD.TD.KD.QD.JD+dix+royal-marriage:KD.QD2+trump-queens:QD.QD2.QD3.QD4 "
        "gone=AAT9.Q99.AA.9 points=26+5/2+0 glups=0/4"
    )
    assert hand.due() == ("south", "meld")
    assert hand.completed == 5
    assert hand.moves() == ["pass", "pinochle:QS.JD", "royal-marriage:KD.QD"]
    hand.apply("royal-marriage:KD.QD")
    assert last_item(hand) == "royal-marriage:KD2.QD"
    hand.undo()
    hand.apply("pass")
    assert {"QD@1", "QD@2", "QD@3"} <= set(hand.moves())
    assert "QD@4" not in hand.moves()


def test_goulash_example_of_the_notation() -> None:
    hand = complete(
        "rules=goulash upcard=7H stock=23 act=dix turn=south south=TJ87.TQ7.JJ887.QJ87 north=+16 "
        "melds.south=dix gone=7.JJ8.AK7.7 points=10+15/0+4"
    )
    assert hand.due() == ("south", "dix")
    assert hand.completed == 4
    assert hand.moves() == ["dix", "pass"]
    hand.apply("dix")
    assert hand.points == {"south": (20, 15), "north": (0, 4)}
    assert hand.due() == ("north", "play")


# Incompatible melds: the page's table, and the rule of RULES.md section 10 it is worked out from


def table_of_incompatible(trump: str) -> set[frozenset[str]]:
    rows = """
        marriage royal-marriage | roundhouse roundhouse-of-runs
        double-marriage double-royal-marriage | double-roundhouse
        quadruple-royal-marriage | trump-queens trump-kings
        pinochle | roundhouse-of-runs
        roundhouse | queens kings roundhouse-of-runs
        double-roundhouse | double-queens double-kings
        run | roundhouse-of-runs
        roundhouse-of-runs | jacks queens kings aces
        quadruple-jacks | trump-jacks
        quadruple-queens | trump-queens
        quadruple-kings | trump-kings
        quadruple-aces | trump-aces
    """
    if trump == "S":
        rows += "quadruple-pinochle | trump-queens\n"
    if trump == "D":
        rows += "quadruple-pinochle | trump-jacks\n"
    pairs = set()
    for row in filter(None, (row.strip() for row in rows.splitlines())):
        left, _stroke, right = row.partition(" | ")
        pairs |= {frozenset({one, two}) for one in left.split() for two in right.split()}
    return pairs


def without_multiple(kind: str) -> str:
    return kind.removeprefix("double-").removeprefix("triple-").removeprefix("quadruple-")


def contained(one: Pattern, two: Pattern) -> bool:
    return Counter(one.cards) <= Counter(two.cards) or Counter(two.cards) <= Counter(one.cards)


def incompatible_by_patterns(one: Pattern, two: Pattern) -> bool:
    """RULES.md, section 10."""
    kinds = {one.kind, two.kind}
    if kinds == {"run", "roundhouse-of-runs"}:
        return True
    if "double-roundhouse" in kinds and kinds & {"marriage", "royal-marriage", "queens", "kings"}:
        return False
    if {without_multiple(kind) for kind in kinds} == {"royal-marriage", "run"}:
        return False
    return contained(one, two)


def pairs_that_share_a_card(trump: str) -> list[tuple[Pattern, Pattern]]:
    patterns = [pattern for pattern, _points in melds(trump)]
    pairs = [*combinations(patterns, 2), *((pattern, pattern) for pattern in patterns)]
    return [(one, two) for one, two in pairs if set(one.cards) & set(two.cards)]


@pytest.mark.parametrize("trump", SUITS)
def test_glup_incompatible_melds_are_those_of_the_table(trump: str) -> None:
    table = table_of_incompatible(trump)
    for one, two in pairs_that_share_a_card(trump):
        same = without_multiple(one.kind) == without_multiple(two.kind)
        wanted = not same and frozenset({one.kind, two.kind}) not in table
        assert compatible(one.kind, two.kind, trump) == wanted, (one, two)
        assert compatible(two.kind, one.kind, trump) == wanted, (one, two)


@pytest.mark.parametrize("trump", SUITS)
def test_glup_table_is_the_rule_of_the_base_page_worked_out(trump: str) -> None:
    for one, two in pairs_that_share_a_card(trump):
        wanted = not incompatible_by_patterns(one, two)
        assert compatible(one.kind, two.kind, trump) == wanted, (one, two)


@pytest.mark.parametrize("trump", SUITS)
def test_glup_copies_serve_in_compatible_melds_only(trump: str) -> None:
    """One meld lies there, of the other what is missing is in the hand, and one card at least."""
    for one, two in pairs_that_share_a_card(trump):
        for first, second in ((one, two), (two, one)):
            counted = Counter(first.cards)
            table = [
                Copy(card, number, frozenset({first.kind}))
                for card in counted
                for number in range(1, counted[card] + 1)
            ]
            missing = list((Counter(second.cards) - counted).elements())
            hand = missing or [second.cards[-1]]
            if counted[hand[0]] + len(hand) > 4 and not missing:
                continue
            copies = which_copies(second, hand, table, trump)
            if compatible(first.kind, second.kind, trump):
                assert copies is not None
                assert sum(copy.number == 0 for copy in copies) == len(hand)
            elif Counter(second.cards) != Counter(hand):
                assert copies is None, (first, second)


HEARTS = "marriage:KH.QH"
ALL_KINGS_AND_QUEENS = "KS KH KD KC QS QH QD QC"
ROUNDHOUSE = "roundhouse:KS.KH.KD.KC.QS.QH.QD.QC"
DOUBLE_ROUNDHOUSE = (
    "double-roundhouse:KS.KS.KH.KH.KD.KD.KC.KC.QS.QS.QH.QH.QD.QD.QC.QC",
    "double-roundhouse:KS.KS2.KH.KH2.KD.KD2.KC.KC2.QS.QS2.QH.QH2.QD.QD2.QC.QC2",
)
RUN = "run:AH.TH.KH.QH.JH"
ROUNDHOUSE_OF_RUNS = "roundhouse-of-runs:AS.AH.AD.AC.KS.KH.KD.KC.QS.QH.QD.QC.JS.JH.JD.JC"


@pytest.mark.parametrize(
    ("upcard", "laid", "south", "meld", "may"),
    [
        (
            "TS",
            "double-marriage:KD.KD2.QD.QD2",
            "KD QD",
            "triple-marriage:KD.KD.KD.QD.QD.QD",
            False,
        ),
        ("TS", HEARTS, "KS KD KC QS QD QC", ROUNDHOUSE, False),
        ("TS", HEARTS, ALL_KINGS_AND_QUEENS, ROUNDHOUSE, True),
        ("TS", ROUNDHOUSE, "KH", HEARTS, False),
        ("TS", DOUBLE_ROUNDHOUSE[1], "KH", HEARTS, True),
        ("TS", ROUNDHOUSE, "KH", "double-marriage:KH.KH.QH.QH", False),
        ("TS", ROUNDHOUSE, "KH QH", "double-marriage:KH.KH.QH.QH", True),
        ("TS", "double-marriage:KH.KH2.QH.QH2", "KS KD KC QS QD QC", ROUNDHOUSE, True),
        (
            "TS",
            "double-marriage:KH.KH2.QH.QH2",
            "KS KS KD KD KC KC QS QS QD QD QC QC",
            DOUBLE_ROUNDHOUSE[0],
            False,
        ),
        ("TS", ROUNDHOUSE, ALL_KINGS_AND_QUEENS, DOUBLE_ROUNDHOUSE[0], False),
        ("TS", ROUNDHOUSE, ALL_KINGS_AND_QUEENS, ROUNDHOUSE, True),
        ("TH", RUN, "KH", "royal-marriage:KH.QH", True),
        ("TH", RUN, "AH AH TH TH KH QH JH", "double-run:AH.AH.TH.TH.KH.KH.QH.QH.JH.JH", False),
        ("TH", "royal-marriage:KH.QH", "AH TH JH", RUN, True),
        ("TH", "pinochle:QS.JD", "KS KH KD KC QH QD QC", ROUNDHOUSE, True),
        ("TH", "pinochle:QS.JD", "AS AH AD AC KS KH KD KC QH QD QC JS JH JC", "", False),
        ("TH", "royal-marriage:KH.QH", "AS AH AD AC KS KD KC QS QD QC JS JH JD JC", "", False),
        ("TH", RUN, "AS AD AC KS KD KC QS QD QC JS JD JC", "", False),
        ("TH", "marriage:KS.QS", "AS AH AD AC KH KD KC QH QD QC JS JH JD JC", "", False),
        ("TH", "trump-queens:QH.QH2.QH3.QH4", "QS QD QC", "queens:QS.QH.QD.QC", True),
        ("TH", "kings:KS.KH.KD.KC", "QS QH QD QC", ROUNDHOUSE, False),
        ("TH", "double-kings:KS.KS2.KH.KH2.KD.KD2.KC.KC2", "QS QH QD QC", ROUNDHOUSE, True),
    ],
)
def test_glup_worked_pairs(upcard: str, laid: str, south: str, meld: str, may: bool) -> None:
    hand = position(GlupHand, upcard, south, melds=laid)
    assert ((meld or ROUNDHOUSE_OF_RUNS) in claims(hand)) == may


@pytest.mark.parametrize(
    ("one", "two", "may"),
    [
        ("double-marriage", "triple-marriage", False),
        ("marriage", "roundhouse", False),
        ("marriage", "double-roundhouse", True),
        ("double-marriage", "roundhouse", True),
        ("double-marriage", "double-roundhouse", False),
        ("roundhouse", "double-roundhouse", False),
        ("royal-marriage", "run", True),
        ("quadruple-royal-marriage", "triple-run", True),
        ("double-run", "roundhouse-of-runs", True),
        ("pinochle", "roundhouse", True),
        ("pinochle", "roundhouse-of-runs", False),
        ("trump-queens", "quadruple-royal-marriage", False),
        ("trump-queens", "quadruple-queens", False),
        ("run", "double-run", False),
        ("royal-marriage", "roundhouse-of-runs", False),
        ("queens", "double-roundhouse", True),
        ("kings", "double-roundhouse", True),
        ("run", "roundhouse-of-runs", False),
        ("double-nines", "quadruple-nines", False),
    ],
)
def test_glup_worked_pairs_of_the_base_page(one: str, two: str, may: bool) -> None:
    for trump in SUITS:
        assert compatible(one, two, trump) == compatible(two, one, trump) == may


# Glups


@pytest.mark.parametrize(
    ("before", "led", "card", "after", "points"),
    [
        (5, "TD", "TD", 6, 1),
        (0, "TH", "9H", 1, 0),
        (0, "AC", "KC", 2, 0),
        (0, "JS", "JS", 2, 0),
        (2, "AC", "QC", 3, 1),
        (8, "AC", "TC", 9, 10),
        (10, "KH", "KH", 12, 1),
        (14, "AS", "9S", 15, 10),
        (7, "AS", "9D", 0, 0),
        pytest.param(15, "AD", "AD", 18, 10, id="each further multiple of three"),
        pytest.param(18, "AD", "9D", 19, 0, id="on the threshold it goes on from there"),
        pytest.param(3, "AD", "AD", 6, 1, id="three at once, from a threshold"),
        pytest.param(5, "QD", "KD", 0, 0, id="a trick won"),
        pytest.param(5, "QD", "9H", 0, 0, id="a ruff"),
        pytest.param(1, "AH", "9H", 2, 0, id="a lower trump on a trump follows suit"),
    ],
)
def test_glup_glups(before: int, led: str, card: str, after: int, points: int) -> None:
    assert glups_after(before, led, card, "H") == (after, points)
    hand = position(GlupHand, "TH", led, card, act="play", k=12, glups=f"0/{before}")
    trick(hand, led, card)
    nine = int(card == "9H")
    assert hand.glups == {"south": 0, "north": after}
    assert hand.points["north"][0] == points + nine


def test_glup_leading_sets_the_count_to_nothing() -> None:
    hand = deal_glup("TH", "9C AC", "AC 9C")
    trick(hand, "AC", "9C")
    pass_all(hand)
    assert hand.glups == {"south": 0, "north": 1}
    south_loses(hand)
    pass_all(hand)
    assert hand.glups == {"south": 0, "north": 0}
    hand.apply(throw_off(hand, "north", "X"))
    assert hand.glups["north"] == 0


def test_glup_glups_end_with_the_stock() -> None:
    hand = position(GlupHand, "TH", "AC", "9C 9C JH", act="play", k=29, glups="0/1")
    trick(hand, "AC", "9C")
    pass_all(hand)
    assert hand.in_playoff
    before = meld_points(hand, "north")
    hand.apply("9C" if "9C" in hand.moves() else hand.moves()[0])
    hand.apply(hand.moves()[0])
    assert meld_points(hand, "north") == before
    assert hand.glups == {"south": 0, "north": 0}


def test_glup_counts_follow_from_the_tricks() -> None:
    hand = deal_glup("TH", "AC", "TC")
    trick(hand, "AC", "TC")
    pass_all(hand)
    tokens = hand.full()
    assert tokens.pop("glups") == "0/2"
    again = GlupHand.from_tokens(tokens)
    assert again.glups == {"south": 0, "north": 2}


# Section 4: what each seat sees


@both_games
def test_view_hides_the_other_hand_and_what_lies_face_down(game: Game) -> None:
    hand = position(game, "TH", "KC", "AS", north_melds="marriage:KD.QD", act="play", k=3)
    view, full = hand.view("south"), hand.full()
    size = HAND[game]
    assert view["north"] == f"-.-.KQ.-+{size - 2}"
    assert view["stock"] == str({16: 25, 18: 53}[size])
    assert not {"pile.south", "pile.north", "dead"} & set(view)
    same = {"south", "upcard", "melds.north", "gone", "points", "turn", "act", "dealer", "trump"}
    assert {key: view[key] for key in same} == {key: full[key] for key in same}
    assert hand.view("north")["south"] == f"-.-.-.-+{size}"
    assert hand.view("north")["north"] == full["north"]


@both_games
def test_view_knows_the_card_taken_in_an_exchange_until_it_is_played(game: Game) -> None:
    dix = "7H" if game is GoulashHand else "9H"
    act = "show" if game is GoulashHand else "meld"
    hand = position(game, "TH", dix, act=act, k=3)
    hand.apply("dix")
    assert hand.view("north")["south"] == f"-.T.-.-+{HAND[game] - 1}"
    assert hand.view("north")["upcard"] == dix
    hand.apply("TH")
    assert hand.view("north")["south"] == f"-.-.-.-+{HAND[game] - 1}"


@both_games
def test_nothing_is_hidden_after_the_last_draw(game: Game) -> None:
    hand = position(game, "TH", act="play", k=LAST_STOCK_TRICK[game] - 1)
    south_wins(hand)
    pass_all(hand)
    assert hand.view("south") == hand.view("north") == hand.full()


@both_games
@pytest.mark.parametrize("k", [0, 5, 15])
def test_number_of_unseen_cards(game: Game, k: int) -> None:
    hand = position(game, "TH", act="play", k=k)
    view = hand.view("south")
    unseen = int(view["north"].partition("+")[2]) + int(view["stock"])
    assert unseen == (16 + 31 - 2 * k if game is GoulashHand else 18 + 59 - 2 * k)
    seen = Counter(cards_of(view["south"])) + Counter(cards_of(view.get("gone", "-.-.-.-")))
    seen += Counter([view["upcard"]])
    assert seen.total() + unseen == len(game.deck())


# Whole hands, played at random


SIZES = {
    # South and north when it is south's turn, and face-down cards at 0 tricks (notation, "Sizes").
    GoulashHand: {"play": (16, 31), "meld": (15, 33), "show": (16, 31), "dix": (16, 31)},
    GlupHand: {"play": (18, 59), "meld": (17, 61)},
}


def check_state(hand: VariantHand) -> None:
    """The cards are all there, once; the sizes are those of the notation page."""
    game = type(hand)
    tokens = hand.full()
    cards = [card for seat in SEATS for card in all_of(hand, seat)]
    cards += [tokens["led"]] if "led" in tokens else []
    if hand.in_playoff:
        assert len(cards) == 2 * (len(game.deck()) // 2 - hand.completed)
        assert not Counter(cards) - Counter(game.deck())
        return
    piles = [tokens.get(key, "-") for key in ("stock", "pile.south", "pile.north", "dead")]
    down = [card for pile in piles for card in pile.split(",") if card != "-"]
    gone = [card for pair in tokens.get("tricks", "").split(",") for card in pair.split("-")]
    everything = [*cards, *down, *filter(None, gone), tokens["upcard"]]
    assert sorted(everything) == sorted(game.deck())
    due = hand.due()
    assert due is not None
    size, face_down = SIZES[game][due[1]]
    assert len(down) == hand.face_down == face_down - 2 * hand.completed
    assert len(all_of(hand, due[0])) == size
    assert len(cards) == 2 * size


def play_out(hand: VariantHand, rng: random.Random, look: bool = False) -> list[str]:
    """A hand at random, with more showing than passing; the moves of its stock phase."""
    made = []
    while not hand.is_over:
        moves = hand.moves()
        assert moves == sorted(set(moves))
        assert moves != ["pass"]
        shows = [move for move in moves if move != "pass"]
        if look:
            check_state(hand)
        move = rng.choice(shows if rng.random() < 0.8 else moves)
        if not hand.in_playoff:
            made.append(move)
        hand.apply(move)
    return made


@both_games
@pytest.mark.parametrize("seed", range(12))
def test_random_hand(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    hand = game(shuffled(game, seed), SEATS[seed % 2])
    made = play_out(hand, rng, look=seed < 4)
    assert hand.due() is None
    assert hand.completed == (32 if game is GoulashHand else 48)
    points = hand.points
    assert points["south"][1] + points["north"][1] == (250 if game is GoulashHand else 50)
    totals = {seat: sum(points[seat]) for seat in SEATS}
    account = hand.account
    every: Counter[str] = Counter()
    for seat in SEATS:
        every.update(account[seat])
    if game is GoulashHand:
        assert set(every) <= {"melds", "dix", "dealer", "sevens held"}
        unshown = sum(move in ("7" + hand.trump, f"7{hand.trump}@hand") for move in made)
        sevens = every["dix"] + every["dealer"] + every["sevens held"]
        assert sevens == 20 - 10 * unshown
        assert all(total % 10 == 0 for total in (points[seat][0] for seat in SEATS))
    else:
        assert set(every) <= {"melds", "dix", "dealer", "nines", "glups"}
        assert every["dix"] + every["dealer"] + every["nines"] == 4
    assert hand.winner == (
        None if totals["south"] == totals["north"] else max(totals, key=lambda s: totals[s])
    )


@pytest.mark.parametrize("seed", range(10))
def test_random_glup_hand_with_a_lift(seed: int) -> None:
    deck = shuffled(GlupHand, seed)
    hand = GlupHand(deck, "north", lifted=True)
    nine_up = hand.upcard[0] == "9"
    play_out(hand, random.Random(seed))
    account = hand.account
    nines = sum(account[s].get(what, 0) for s in SEATS for what in ("dix", "dealer", "nines"))
    assert nines == (6 if nine_up else 5)


@pytest.mark.parametrize("seed", range(10))
def test_melds_of_a_random_glup_hand(seed: int) -> None:
    """They score as in the table, lay a new card each, and share copies where they may."""
    rng = random.Random(seed)
    hand = GlupHand(shuffled(GlupHand, seed), "south")
    items: dict[str, list[str]] = {seat: [] for seat in SEATS}
    while not hand.in_playoff:
        for seat in SEATS:
            items[seat] = hand.full().get("melds." + seat, "").split("+")
        account = hand.account
        hand.apply(rng.choice([move for move in hand.moves() if move != "pass"]))
    value = {kind: points for kind, _cards, points in GLUP_TABLE}
    table = table_of_incompatible(hand.trump)
    for seat in SEATS:
        served: dict[str, list[str]] = {}
        total = 0
        for item in filter(None, items[seat]):
            kind, _colon, names = item.partition("@")[0].partition(":")
            if kind == "dix":
                continue
            total += value[kind]
            copies = names.replace("*", "").split(".")
            assert any(copy not in served for copy in copies)
            for copy in copies:
                for before in served.setdefault(copy, []):
                    assert without_multiple(before) != without_multiple(kind)
                    assert frozenset({before, kind}) not in table
                served[copy].append(kind)
        assert total == account[seat].get("melds", 0)


@both_games
@pytest.mark.parametrize("seed", range(6))
def test_a_position_written_and_read_goes_on_alike(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    hand = game(shuffled(game, seed), "south")
    again = hand
    while not hand.is_over:
        if rng.random() < 0.1:
            again = game.from_tokens(hand.full())
        assert again.full() == hand.full()
        assert again.due() == hand.due()
        assert again.moves() == hand.moves()
        move = rng.choice(hand.moves())
        hand.apply(move)
        if again is not hand:
            again.apply(move)
    assert again.points == hand.points


@both_games
def test_undo_to_the_deal(game: Game) -> None:
    hand = game(shuffled(game, 3), "south")
    seen = []
    while not hand.is_over:
        seen.append(hand.full())
        hand.apply(hand.moves()[-1])
    while seen:
        hand.undo()
        assert hand.full() == seen.pop()


@pytest.mark.parametrize("seed", range(10))
def test_glups_of_a_random_hand_counted_again(seed: int) -> None:
    """Glup by glup: each one a step, and what is beyond a threshold dropped; who can, glups."""
    rng = random.Random(seed)
    hand = GlupHand(shuffled(GlupHand, seed), "south")
    count, paid = dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 0)
    last: tuple[str, str] | None = None
    while not hand.in_playoff:
        due = hand.due()
        assert due is not None
        moves = hand.moves()
        if due[1] == "play" and last is not None:
            led = last[1]
            moves = [move for move in moves if steps_of(led, move[:2], hand.trump)] or moves
        move = rng.choice(moves)
        if due[1] == "play" and last is not None:
            steps = steps_of(last[1], move[:2], hand.trump)
            count[last[0]] = 0
            count[due[0]] = count[due[0]] if steps else 0
            for _step in range(steps):
                count[due[0]] += 1
                if count[due[0]] % 3 == 0:
                    paid[due[0]] += 10 if count[due[0]] in (9, 15, 18, 21, 24, 27, 30) else 1
                    break
        last = (due[0], move[:2]) if due[1] == "play" and last is None else None
        hand.apply(move)
        assert hand.in_playoff or last is not None or hand.glups == count
    assert {seat: hand.account[seat].get("glups", 0) for seat in SEATS} == paid


def steps_of(led: str, card: str, trump: str) -> int:
    if card[1] != led[1] or "9JQKTA".index(card[0]) > "9JQKTA".index(led[0]):
        return 0
    return 1 + (card[0] in "ATK") + (card == led)
