"""A whole engine: pinochle match "cmd:python examples/engine.py" random --pairs 10 --worlds 1.

It knows rules of thumb, and no rules: by the option Legal it asks for the legal moves.
"""

import sys

RANKS = "9JQKTA"
KEEP = "9JTAKQ"  # for melds, those on the right longest
MELDS = {"double-pinochle": 300, "roundhouse": 240, "run": 150, "aces": 100, "kings": 80}
MELDS |= {"grand-pinochle": 80, "queens": 60, "jacks": 40, "royal-marriage": 40, "pinochle": 40}
MELDS |= {"marriage": 20, "dix": 10, "pass": 0}


def choose(moves: list[str], trump: str, led: str) -> str:
    """The best show; or the cheapest card that takes the trick, if none does the cheapest."""
    if moves[0][0].islower():
        return max(moves, key=lambda m: sum(MELDS.get(p.split(":")[0], 0) for p in m.split("+")))
    higher = [m for m in moves if m[1:2] == led[1:] and RANKS.find(m[0]) > RANKS.find(led[0])]
    trumps = [m for m in moves if led and m[1] == trump != led[1]]
    return min(higher or trumps or moves, key=lambda m: (m[1] == trump, KEEP.find(m[0])))


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
        trump = tokens.get("trump") or tokens["upcard"][1]
        print("bestmove", choose(moves, trump, tokens.get("led", "")), flush=True)
