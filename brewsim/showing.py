"""How objects show themselves in a notebook: a heading, a small table and a line of what else there is, in plain HTML."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

MOST_ROWS = 12  # of a table; what is longer is a frame's business
MOST_NUMBERS = 8


def html(heading: str, head: Sequence[str] = (), rows: Iterable[Sequence[Any]] = (), notes: Iterable[str] = ()) -> str:
    """A heading, a table with the first rows, and sentences.

    >>> html("Bots", ["bot"], [["a < b"]], ["Two more."])
    '<b>Bots</b><table><tr><th>bot</th></tr><tr><td>a &lt; b</td></tr></table><div>Two more.</div>'
    """
    lines = [f"<b>{escape(heading)}</b>"]
    rows = list(rows)
    if rows:
        body = [[f"<td>{escape(str(cell))}</td>" for cell in row] for row in rows[:MOST_ROWS]]
        table = [[f"<th>{escape(name)}</th>" for name in head], *body]
        lines.append("<table>" + "".join(f"<tr>{''.join(cells)}</tr>" for cells in table) + "</table>")
    more = [f"{len(rows) - MOST_ROWS:,} more rows are not shown."] if len(rows) > MOST_ROWS else []
    lines += [f"<div>{escape(note)}</div>" for note in (*more, *notes)]
    return "".join(lines)


def largest(numbers: Mapping[str, float]) -> str:
    """Numbers by name, the largest first; those that are 0 say nothing.

    >>> largest({"a": 0.0, "b": 1.5, "c": -2.0})
    'c -2, b 1.5'
    """
    ordered = sorted(((name, value) for name, value in numbers.items() if value), key=lambda pair: -abs(pair[1]))
    more = f" and {len(ordered) - MOST_NUMBERS} more" if len(ordered) > MOST_NUMBERS else ""
    return ", ".join(f"{name} {value:g}" for name, value in ordered[:MOST_NUMBERS]) + more
