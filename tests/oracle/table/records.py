"""Hand records, written from the moves of a hand and read back (NOTATION, Hand records)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import burial, game, hand, melds, stock_hand
from .cards import hand_cards, hand_text
from .rulebooks import Table, table

StockSteps = Sequence[tuple[stock_hand.StockHand, str]]


def _tag(name: str, text: str) -> str:
    return f'[{name} "{text}"]'


def _table_tags(at: Table, dealer: str, out: str | None) -> Iterator[str]:
    yield _tag("Rules", at.rulebook.name)
    if at.options:
        yield _tag("Options", ",".join(sorted(at.options)))
    if at.count != at.rulebook.count:
        yield _tag("Count", at.count)
    yield _tag("Dealer", dealer)
    if out:
        yield _tag("Out", out)


def _tricks(tricks: Sequence[tuple[str, ...]], led: Sequence[str]) -> str:
    rows = [*tricks, *([tuple(led)] if led else [])]
    return " ".join(f"{number}. {' '.join(row)}" for number, row in enumerate(rows, 1))


def written(over: hand.Hand) -> str:
    """The record of a hand without a stock, as far as it has been played."""
    deal, tags = over.deal, list(_table_tags(over.table, over.deal.dealer, over.deal.out))
    tags += [_tag(seat.title(), hand_text(deal.hands[seat])) for seat in over.seats]
    if deal.widow:
        tags.append(_tag("Widow", hand_text(deal.widow)))
    if deal.upcard:
        tags.append(_tag("Upcard", deal.upcard))
    if over.calls:
        tags.append(_tag("Bids", " ".join(over.calls)))
    if over.exchanged:
        tags.append(_tag("Exchange", over.exchanged))
    if over.trump and over.bidder:
        tags.append(_tag("Trump", over.trump))
    if over.buried:
        tags.append(_tag("Buried", hand_text(over.buried)))
    for seat in over.seats:
        if over.laid.get(seat):
            laid = melds.laying_text(over.laid[seat])
            tags.append(_tag(f"Melds{seat.title()}", "all" if _lays_all(over, seat) else laid))
    if over.ending == "conceded":
        tags.append(_tag("Result", "conceded"))
    played = _tricks([trick for _leader, trick in over.tricks], over.led)
    return "\n".join([*tags, "", played, ""] if played else [*tags, ""])


def _lays_all(over: hand.Hand, seat: str) -> bool:
    """Whether what a seat has laid is all that it could, with the cards it had then."""
    assert over.trump
    cards = [*over.hands[seat], *hand.played_by(over, seat)]
    dixes = None if over.dixes is None else over.dixes[seat]
    return over.laid[seat] == melds.most(cards, over.trump, dixes)


def _tags(text: str) -> tuple[dict[str, str], list[str]]:
    tags: dict[str, str] = {}
    words: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            name, _blank, value = line[1:-1].partition(" ")
            tags[name] = value.strip('"')
        else:
            words += line.split()
    return tags, words


def _table_of(tags: dict[str, str]) -> Table:
    options = tags["Options"].split(",") if "Options" in tags else []
    return table(tags["Rules"], options, count=tags.get("Count"), with_out="Out" in tags)


def _deal_of(at: Table, tags: dict[str, str], stock: Sequence[str] = ()) -> game.Deal:
    seats = game.playing(at, tags["Dealer"])
    hands = {seat: tuple(hand_cards(tags[seat.title()])) for seat in seats}
    widow = tuple(hand_cards(tags["Widow"])) if "Widow" in tags else ()
    return game.Deal(
        tags["Dealer"], tags.get("Out"), hands, widow, tags.get("Upcard"), tuple(stock)
    )


def read(text: str) -> hand.Hand:
    """The hand of a record of a game without a stock, every move checked by the referee."""
    tags, words = _tags(text)
    at = _table_of(tags)
    now = hand.begin(at, _deal_of(at, tags))
    for call in tags.get("Bids", "").split():
        now = hand.apply(now, call)
    if now.act == "bury" and tags.get("Result") == "conceded":
        return hand.apply(now, burial.CONCEDE)
    if now.act == "bury" and "Trump" not in tags:
        return now
    while now.act == "dix":
        now = hand.apply(now, "dix" if now.turn == tags.get("Exchange") else "pass")
    if now.act == "bury":
        laid = tags.get(f"Melds{now.turn.title()}", "none")
        buried = ".".join(hand_cards(tags["Buried"])) if "Buried" in tags else ""
        move = tags["Trump"] + (f":{buried}" if buried else "")
        now = hand.apply(now, move if laid == "all" else f"{move}/{laid}")
    while now.act == "meld":
        now = hand.apply(now, tags.get(f"Melds{now.turn.title()}", "none"))
    for word in words:
        if not word.endswith("."):
            now = hand.apply(now, word)
    return now


# Games with a stock


def stock_written(steps: StockSteps) -> str:
    """The record of a hand with a stock, from its states and the moves made in them."""
    start, over = steps[0][0], steps[-1][0]
    tags = list(_table_tags(over.at, over.dealer, None))
    tags.append(_tag("Upcard", start.upcard or ""))
    tags += [_tag(seat.title(), hand_text(start.hands[seat])) for seat in over.seats]
    tags.append(_tag("Stock", " ".join(start.stock)))
    text: list[str] = []
    items: list[str] = []
    for now, move in steps:
        if now.act in ("dix", "meld"):
            other = now.act == "dix" or not now.tricks
            items.append(f"{now.turn[0].upper()}:{move}" if other else move)
            continue
        if items:
            text.append("{" + " ".join(items) + "}")
            items = []
        if now.act == "play":
            if not now.led:
                text.append(f"{len(now.tricks) + 1}.")
            text.append(move)
    return "\n".join([*tags, "", " ".join(text), ""])


def stock_read(text: str) -> stock_hand.StockHand:
    """The hand of a record with a stock, every move checked by the referee."""
    tags, words = _tags(text)
    at = _table_of(tags)
    now = stock_hand.begin(at, _deal_of(at, tags, tags["Stock"].split()))
    for word in words:
        move = word.strip("{}")
        if not move.endswith("."):
            seat, colon, rest = move.partition(":")
            if colon and len(seat) == 1:
                assert now.turn[0].upper() == seat
                move = rest
            now = stock_hand.apply(now, move)
    return now
