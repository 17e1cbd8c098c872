"""The graph of what one seat can lay with the cards it holds, turn after turn.

A node is a `MeldState`: what lies on the table and what it has served in, what is in the hand,
which card is turned up. An edge is something that may be shown there. Every edge lays a card or
gives the dix away, so no path leads back. `MeldTable` says which melds are allowed, with which
copies and for how many points. Equal states are one node, in whatever order they were reached.
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
    """A turn to show something, and what may be shown: a meld, a dix, or both."""

    meld: bool = True
    dix: bool = True

    def allows(self, move: str) -> bool:
        """Whether the move with this text may be made then."""
        dix, _, meld = move.rpartition("+")
        if move == DIX:
            dix, meld = DIX, ""
        return (self.meld or not meld) and (self.dix or not dix)


def build_graph(start: MeldState, turns: int) -> tuple[nx.MultiDiGraph, list[MeldState]]:
    """The graph of all that can be shown in this many turns.

    Its nodes are numbered from 0, the start. A node's attributes are ``table``, the copies that lie
    there and what each has served in; ``hand`` and ``upcard``; and ``turns``, the fewest turns that
    lead to it. An edge has the ``move`` and its ``points``. Two moves to the same state are two
    edges.

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
        served = "+".join(state.table.served(copy))
        table.append(f"{copy.text()}({served})" if served else copy.text())
    return {
        "table": " ".join(table),
        "hand": state.in_hand.text(),
        "upcard": state.upcard.text() if state.upcard else "",
        "turns": turns,
    }


class Walk(NamedTuple):
    """A path through the graph.

    Attributes:
        points: what the path scores in all.
        by_chance: what the path scores at each of the chances.
        moves: what is shown.
        edges: the edges taken, each as (chance from 0, from node, to node, edge number).
    """

    points: int
    by_chance: tuple[int, ...]
    moves: tuple[str, ...] = ()
    edges: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def rank(self) -> tuple[int, tuple[int, ...], int, tuple[str, ...]]:
        """Lower is better: most points, then earlier points, then fewest moves, then their text."""
        return (
            -self.points,
            tuple(-points for points in self.by_chance),
            len(self.moves),
            self.moves,
        )


def best_walk(graph: nx.MultiDiGraph, chances: Sequence[Chance]) -> Walk:
    """The best path through a graph from its start.

    Args:
        graph: a graph from `build_graph`, for at least as many turns as there are `chances`.
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
        ValueError: for an ending that is not in `GRAPH_FORMATS`.
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
