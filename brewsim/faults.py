"""What the checking driver found at a table, told so that the author of a title can mend it."""

from collections.abc import Iterable

import numpy as np

from brewsim.engine import drivers
from brewsim.engine.contract import COPY, GAME, SLACK, Title


def tell_fault(title: Title, rules: np.record, probe: np.record, desk: np.record, fault: int) -> str:
    """The sentence for a fault, with what can be seen of it on the desk that the driver left behind."""
    if fault > 0:
        return str(title.invariants[fault])
    state, other = desk.tables[GAME], desk.tables[COPY]
    with np.errstate(over="ignore"):
        details = {
            drivers.NO_ACTION: lambda: f"in phase {title.phases[state.phase]}",
            drivers.TOO_MANY: lambda: f"{len(_offered(title, rules, state))} of them, max_actions={title.max_actions}",
            drivers.TWICE: lambda: _list(_twice(_offered(title, rules, state))),
            drivers.BAD_DEAL: lambda: title.invariants[title.functions.check(rules, other)],
            drivers.PEEKING_RULES: lambda: (
                f"{_list(_offered(title, rules, state))}, but {_list(_offered(title, rules, other))} when that is dealt again"
            ),
            drivers.PEEKING_BOT: lambda: _list(_differing(title, rules, probe, (state, other), desk.poison[[0, 0]])),
            drivers.STALE_VIEW: lambda: _list(_differing(title, rules, probe, (state,) * len(desk.poison), desk.poison)),
            drivers.NO_ITEM: lambda: f"{title.n_items} items",
        }
        detail = details[fault]() if fault in details else ""
    return drivers.FAULTS[fault] + (f": {detail}" if detail else "")


def _offered(title: Title, rules: np.record, state: np.record) -> list[int]:
    """The codes of the legal actions."""
    actions = np.zeros(title.max_actions + SLACK, np.int32)
    return [int(action) for action in actions[: title.functions.legal(rules, state, actions)]]


def _twice(actions: list[int]) -> list[int]:
    return sorted({action for action in actions if actions.count(action) > 1})


def _differing(title: Title, rules: np.record, probe: np.record, tables: Iterable[np.record], views: np.ndarray) -> list[str]:
    """The features that are not the same at all tables, with these views before the survey."""
    seen = []
    for state, before in zip(tables, views):
        view = np.array([before], title.view_dtype).view(np.recarray)[0]
        title.functions.survey(rules, probe.beliefs, state, view)
        rows = np.zeros((len(actions := _offered(title, rules, state)), len(title.features)))
        for row, action in zip(rows, actions):
            title.functions.features(rules, probe.beliefs, state, view, action, row)
        seen.append(rows)
    return [title.features[column] for column in np.flatnonzero(np.any([rows != seen[0] for rows in seen[1:]], axis=(0, 1)))]


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
