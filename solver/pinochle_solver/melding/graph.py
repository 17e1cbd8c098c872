"""The graph of what one seat can lay with the cards it holds, turn after turn.

A node is a `MeldState`: what lies on the table and has served in what, what is in the hand, which
card is turned up. An edge is something that may be shown there. Every edge lays a card or gives
the dix away, so no way leads back. Which melds are allowed, with which copies and for how many
points, is asked of `MeldTable`; states that are the same, reached in whatever order, are one node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldState
from pinochle_solver.rules.melds import in_canonical_order

if TYPE_CHECKING:
    import networkx as nx

GRAPH_FORMATS = (".graphml", ".dot")


class Chance(NamedTuple):
    """A turn to show something, and what: a meld, a dix, or both."""

    meld: bool = True
    dix: bool = True

    def allows(self, move: str) -> bool:
        """Whether the move of this text may be made then."""
        dix, _, meld = move.rpartition("+")
        if move == DIX:
            dix, meld = DIX, ""
        return (self.meld or not meld) and (self.dix or not dix)


def build_graph(start: MeldState, turns: int) -> tuple[nx.MultiDiGraph, list[MeldState]]:
    """The graph of all that can be shown in so many turns.

    Its nodes are numbered from 0, the start. Their attributes: ``table``, the copies that lie there
    and what each has served in; ``hand`` and ``upcard``; ``turns``, the fewest that lead there. An
    edge has the ``move`` and its ``points``; two ways to the same state are two edges.

    Returns:
        The graph, and the state of each node.
    """
    import networkx as nx

    graph = nx.MultiDiGraph()
    states = [start]
    nodes = {start.key: 0}
    edges = count()
    graph.add_node(0, **_attributes(start, 0))
    new = [0]
    for turn in range(turns):
        reached = []
        for node in new:
            for option in states[node].options():
                state = states[node].after(option)
                target = nodes.setdefault(state.key, len(states))
                if target == len(states):
                    states.append(state)
                    graph.add_node(target, **_attributes(state, turn + 1))
                    reached.append(target)
                move = option.show.text()
                graph.add_edge(node, target, next(edges), move=move, points=option.points)
        new = reached
    return graph, states


def _attributes(state: MeldState, turns: int) -> dict[str, str | int]:
    copies = in_canonical_order(copy for copy in state.table.copies if not copy.played)
    table = []
    for copy in copies:
        served = "+".join(service.text() for service in sorted(state.table.services(copy)))
        table.append(f"{copy.text()}({served})" if served else copy.text())
    return {
        "table": " ".join(table),
        "hand": state.in_hand.text(),
        "upcard": state.upcard.text() if state.upcard else "",
        "turns": turns,
    }


class Walk(NamedTuple):
    """A way through the graph.

    Attributes:
        points: what it scores in all.
        by_chance: what it scores at each of the chances.
        moves: what is shown.
        edges: at which chance, from 0, which edge is taken: (chance, from, to, its number).
    """

    points: int
    by_chance: tuple[int, ...]
    moves: tuple[str, ...] = ()
    edges: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def rank(self) -> tuple[int, tuple[int, ...], int, tuple[str, ...]]:
        """The lower the better: most points, the earlier the better, fewest moves, their text."""
        return (
            -self.points,
            tuple(-points for points in self.by_chance),
            len(self.moves),
            self.moves,
        )


def best_walk(graph: nx.MultiDiGraph, chances: Sequence[Chance]) -> Walk:
    """The best way through a graph from its start.

    Args:
        graph: as `build_graph` makes it, of at least as many turns.
        chances: what may be shown at each turn.
    """
    import networkx as nx

    best: dict[tuple[int, int], Walk] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        best[node, len(chances)] = Walk(0, ())
        for chance in reversed(range(graph.nodes[node]["turns"], len(chances))):
            walks = _walks(graph, node, chance, chances, best)
            best[node, chance] = min(walks, key=lambda walk: walk.rank)
    return best[0, 0]


def _walks(
    graph: nx.MultiDiGraph,
    node: int,
    chance: int,
    chances: Sequence[Chance],
    best: dict[tuple[int, int], Walk],
) -> Iterator[Walk]:
    """The best walk from a node for each thing that may be shown there, and for nothing."""
    rest = best[node, chance + 1]
    yield rest._replace(by_chance=(0, *rest.by_chance))
    for _, target, number, edge in graph.out_edges(node, keys=True, data=True):
        if not chances[chance].allows(edge["move"]):
            continue
        rest = best[target, chance + 1]
        yield Walk(
            edge["points"] + rest.points,
            (edge["points"], *rest.by_chance),
            (edge["move"], *rest.moves),
            ((chance, node, target, number), *rest.edges),
        )


def write_graph(graph: nx.MultiDiGraph, file: Path) -> None:
    """Write a graph as GraphML or DOT, by the file's ending; in DOT the steps of the plan are bold.

    Raises:
        ValueError: for another ending than those of `GRAPH_FORMATS`.
        OSError: when the file cannot be written.
    """
    ending = file.suffix.lower()
    if ending not in GRAPH_FORMATS:
        raise ValueError(f"{file.name} ends in none of {', '.join(GRAPH_FORMATS)}")
    if ending == ".dot":
        file.write_text("".join(f"{line}\n" for line in _dot_lines(graph)), encoding="utf-8")
        return
    import networkx as nx

    with file.open("wb") as stream:
        nx.write_graphml(graph, stream, encoding="utf-8")


def _dot_lines(graph: nx.MultiDiGraph) -> Iterator[str]:
    yield "digraph melds {"
    yield "  rankdir=LR;"
    for node, state in graph.nodes(data=True):
        label = rf"{state['table'] or 'nothing laid'}\nin hand {state['hand']}"
        yield f'  {node} [label="{label}"];'
    for source, target, edge in graph.edges(data=True):
        bold = ", style=bold" if edge["step"] else ""
        yield f'  {source} -> {target} [label="{edge["move"]} {edge["points"]}"{bold}];'
    yield "}"
