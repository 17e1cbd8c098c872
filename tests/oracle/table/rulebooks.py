"""The rulebooks of section 1 with their options, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import SEATS


@dataclass(frozen=True)
class AuctionRules:
    """The columns of section 3's table.

    `forced` is the least bid of the last seat when all others have passed without a bid (None: it
    may pass). `marriage`: a bid needs one, the dealer's only if he was forced: then `forced` is the
    only bid without. `forced_reopens`: the passes before it are void.
    """

    dealer_speaks_first: bool
    lowest: int
    highest: int
    one_call: bool = False
    marriage: bool = False
    forced: int | None = None
    forced_reopens: bool = False


@dataclass(frozen=True)
class CheckScale:
    """The columns of section 6's table of checks.

    `contract` by brackets of 50 from 200 on; `further` more for each further one. `run`, `aces`,
    `pinochle` are for one and for two; `run_and_aces` for one of each, in one line.
    """

    contract: tuple[int, ...]
    further: int
    run: tuple[int, int]
    aces: tuple[int, int]
    run_and_aces: int
    four: int
    round_house: int
    pinochle: tuple[int, int]
    all_tricks: int
    game: int
    losers_at_zero: int


@dataclass(frozen=True)
class EndOfGame:
    """A row of section 7's table.

    `several`: "bidder" (the bidding side wins if it reached the target) or "highest"; `equal`:
    "bidder", "another hand", "plus 250" or "next 250"; `floor`: minus the target ends it too.
    """

    several: str
    equal: str
    floor: bool = False


@dataclass(frozen=True)
class Rulebook:
    """One rulebook: sections 1 to 8 as data.

    `packets`: the rounds of the deal, cards to each seat, then cards to the widow. `stock` counts
    the upcard. `bidder_needs_trick`: the bidding side's melds count only with a trick (section 6).
    """

    name: str
    seats: tuple[str, ...]
    partners: bool
    hand: int
    widow: int
    packets: tuple[tuple[int, int], ...]
    target: int | None
    obligation: str
    end: EndOfGame | None
    options: tuple[str, ...] = ()
    auction: AuctionRules | None = None
    copies: int = 2
    stock: int = 0
    count: str = "compromise"
    may_sit_out: bool = False
    only_bidder_melds: bool = False
    money: bool = False
    bidder_needs_trick: bool = False
    checks: CheckScale | None = None
    turned_trump: bool = False


THREE = SEATS[:3]
FOUR = SEATS
BY_THREES = ((3, 0),) * 4
WITH_WIDOW_OF_THREE = ((3, 1), (3, 1), (3, 1), (3, 0), (3, 0))
WITH_WIDOW_OF_FOUR = ((3, 0), (3, 0), (3, 4), (2, 0))

LOWEST = {"min0": 10, "min150": 150, "min200": 200, "min300": 300}
AUCTION_OPTIONS = (*LOWEST, "reenter", "force", "noforce", "topall")
MONEY_OPTIONS = ("nospades", "hearts", "points", "kitty", "kitty350", "aces")

THREE_HANDED = AuctionRules(dealer_speaks_first=False, lowest=250, highest=650)
CHECK = CheckScale(
    contract=(2, 4, 7, 10, 15, 20, 25, 30),
    further=5,
    run=(2, 10),
    aces=(2, 8),
    run_and_aces=5,
    four=1,
    round_house=5,
    pinochle=(0, 2),
    all_tricks=5,
    game=10,
    losers_at_zero=5,
)
CHECK_ORIGINAL = CheckScale(
    contract=(2, 4, 7, 10, 13, 16, 19),
    further=0,
    run=(2, 4),
    aces=(1, 2),
    run_and_aces=3,
    four=1,
    round_house=4,
    pinochle=(1, 2),
    all_tricks=4,
    game=7,
    losers_at_zero=0,
)


def _hayes(seats: int, copies: int, hand: int) -> Rulebook:
    return Rulebook(
        name=f"hayes-{seats}{'x' if copies > 2 else ''}",
        seats=SEATS[:seats],
        partners=False,
        hand=hand,
        widow=0,
        packets=((1, 0),) * hand,
        target=1000,
        obligation="hayes",
        end=EndOfGame("highest", "next 250"),
        copies=copies,
        stock=24 * copies - seats * hand,
    )


def _check(name: str, scale: CheckScale, reopens: bool) -> Rulebook:
    return Rulebook(
        name=name,
        seats=FOUR,
        partners=True,
        hand=12,
        widow=0,
        packets=BY_THREES,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("highest", "another hand"),
        options=("topall", "renegelost"),
        auction=AuctionRules(
            dealer_speaks_first=False,
            lowest=200,
            highest=1000,
            marriage=True,
            forced=200,
            forced_reopens=reopens,
        ),
        bidder_needs_trick=True,
        checks=scale,
    )


ALL = (
    Rulebook(
        name="auction",
        seats=THREE,
        partners=False,
        hand=15,
        widow=3,
        packets=WITH_WIDOW_OF_THREE,
        target=None,
        obligation="macdougall",
        end=None,
        options=(*AUCTION_OPTIONS, *MONEY_OPTIONS),
        auction=THREE_HANDED,
        may_sit_out=True,
        only_bidder_melds=True,
        money=True,
    ),
    Rulebook(
        name="auction-score",
        seats=THREE,
        partners=False,
        hand=15,
        widow=3,
        packets=WITH_WIDOW_OF_THREE,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("bidder", "plus 250", floor=True),
        options=AUCTION_OPTIONS,
        auction=THREE_HANDED,
        may_sit_out=True,
    ),
    Rulebook(  # (p67)
        name="partnership",
        seats=FOUR,
        partners=True,
        hand=12,
        widow=0,
        packets=BY_THREES,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("highest", "another hand"),
        options=("topall",),
        turned_trump=True,
    ),
    Rulebook(  # (p67)
        name="firehouse",
        seats=FOUR,
        partners=True,
        hand=12,
        widow=0,
        packets=BY_THREES,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("highest", "bidder"),
        options=("topall", "bidderfirst"),
        auction=AuctionRules(dealer_speaks_first=False, lowest=200, highest=1000, one_call=True),
        bidder_needs_trick=True,
    ),
    Rulebook(
        name="partnership-auction",
        seats=FOUR,
        partners=True,
        hand=11,
        widow=4,
        packets=WITH_WIDOW_OF_FOUR,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("bidder", "bidder"),
        options=("topall",),
        auction=AuctionRules(dealer_speaks_first=True, lowest=10, highest=1000),
    ),
    Rulebook(
        name="corners",
        seats=FOUR,
        partners=True,
        hand=12,
        widow=0,
        packets=BY_THREES,
        target=1000,
        obligation="macdougall",
        end=EndOfGame("highest", "another hand"),
        options=("topall",),
        auction=AuctionRules(dealer_speaks_first=False, lowest=150, highest=1000, forced=190),
        bidder_needs_trick=True,
    ),
    _check("check", CHECK, reopens=False),
    _check("check-original", CHECK_ORIGINAL, reopens=True),
    Rulebook(
        name="macdougall-3",
        seats=THREE,
        partners=False,
        hand=12,
        widow=0,
        packets=BY_THREES,
        target=500,
        obligation="macdougall",
        end=EndOfGame("highest", "another hand"),
        options=("topall",),
        stock=12,
        count="old",
    ),
    _hayes(3, 2, 8),
    _hayes(4, 2, 6),
    _hayes(3, 3, 12),
    _hayes(4, 4, 12),
)
RULEBOOKS = {rulebook.name: rulebook for rulebook in ALL}


@dataclass(frozen=True)
class Table:
    """What is played at one table: a rulebook, its options, a count, a target, how many sit."""

    rulebook: Rulebook
    options: frozenset[str]
    count: str
    target: int | None
    with_out: bool

    @property
    def lowest(self) -> int:
        """The lowest bid (section 3)."""
        assert self.rulebook.auction
        chosen = [LOWEST[option] for option in self.options if option in LOWEST]
        return chosen[0] if chosen else self.rulebook.auction.lowest

    @property
    def forced(self) -> int | None:
        """The least bid of the last seat, all others having passed; None: it may pass."""
        assert self.rulebook.auction
        said = [int(option[5:]) for option in self.options if option.startswith("force")]
        if said:
            return max(said[0], self.lowest)
        if self.with_out and "noforce" not in self.options:
            return max(290, self.lowest)
        return self.rulebook.auction.forced

    @property
    def obligation(self) -> str:
        """The row of section 5's table."""
        return "topall" if "topall" in self.options else self.rulebook.obligation


def table(
    name: str,
    options: Iterable[str] = (),
    *,
    count: str | None = None,
    target: int | None = None,
    with_out: bool = False,
) -> Table:
    """A table of the rulebook; ValueError for options that it has not or that exclude others."""
    rulebook = RULEBOOKS[name]
    chosen = frozenset(options)
    for option in chosen:
        plain = option
        if option.startswith("force"):
            plain = "force"
            least = option[5:]
            if not least.isdigit() or int(least) % 10 or not 10 <= int(least) <= 650:
                raise ValueError(f"{option}: no bid")
        if plain not in rulebook.options:
            raise ValueError(f"{option}: no option of {name}")
    if len(chosen & set(LOWEST)) > 1:
        raise ValueError("two lowest bids")
    if {"nospades", "hearts"} <= chosen:
        raise ValueError("hearts does not go with nospades")
    if {"kitty", "kitty350"} <= chosen:
        raise ValueError("kitty does not go with kitty350")
    if sum("force" in option for option in chosen) > 1:
        raise ValueError("two of force and noforce")
    if with_out and not rulebook.may_sit_out:
        raise ValueError(f"nobody sits out in {name}")
    if "noforce" in chosen and not with_out:
        raise ValueError("noforce is for a table with an out dealer")
    if target is not None and rulebook.target is None:
        raise ValueError(f"{name} has no target")
    return Table(rulebook, chosen, count or rulebook.count, target or rulebook.target, with_out)
