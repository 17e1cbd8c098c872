"""A whole engine: pinochle match "cmd:python examples/engine.py" random --pairs 10 --worlds 1.

It knows rules of thumb, and no rules: by the option Legal it asks for the legal moves. It plays the
games for three and four, too: --rules auction.
"""

import sys

RANKS = "9JQKTA"
KEEP = "9JTAKQ"  # for melds, those on the right longest
MELDS = {"double-pinochle": 300, "roundhouse": 240, "run": 150, "aces": 100, "kings": 80}
MELDS |= {"grand-pinochle": 80, "queens": 60, "jacks": 40, "royal-marriage": 40, "pinochle": 40}
MELDS |= {"marriage": 20, "dix": 10, "pass": 0, "all": 1000}


def choose(moves: list[str], trump: str, led: str, hand: str) -> str:
    """The best show; or the cheapest card that takes the trick, if none does the cheapest."""
    if moves[-1] == "p" or moves[0].isdigit():  # a call: an ace is worth 40
        return moves[0] if moves[-1] != "p" or bid(moves[0]) <= 100 + 40 * hand.count("A") else "p"
    if moves[0][0].islower():
        return max(moves, key=lambda m: sum(MELDS.get(p.split(":")[0], 0) for p in m.split("+")))
    if moves[0][1:2] in ("", ":", "/"):  # trump, and cards to bury: the longest suit, and no trumps
        length = dict(zip("SHDC", map(len, hand.split(".")), strict=True))
        bury = [m for m in moves if m != "concede"]
        return max(bury, key=lambda m: (length[m[0]], -sum(map(worth, m[2:].split("."), m[0] * 9))))
    higher = [m for m in moves if m[1:2] == led[1:] and RANKS.find(m[0]) > RANKS.find(led[0])]
    trumps = [m for m in moves if led and m[1] == trump != led[1]]
    return min(higher or trumps or moves, key=lambda m: worth(m, trump))


def bid(move: str) -> int:
    """A bid; a pass is none."""
    return int(move) if move.isdigit() else 10**6


def worth(card: str, trump: str) -> int:
    """How much a card is to be kept."""
    return KEEP.find(card[:1]) + 10 * (card[1:2] == trump)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "pn":
        print("id name Thumb\noption Legal type check default false\npnok", flush=True)
    elif word == "ready":
        print("readyok", flush=True)
    elif word == "position":
        tokens = dict(token.split("=", 1) for token in rest.split())
    elif word == "legal":
        moves = rest.split()
    elif word == "go":
        trump = tokens.get("trump") or tokens.get("upcard", "")[1:]
        led = tokens.get("led", "")[:2]
        print("bestmove", choose(moves, trump, led, tokens[tokens["turn"]]), flush=True)
