"""What the guard found, for people and for machines: rows of a table, JUnit XML, Markdown, plain data. No clock: same games, same bytes."""

import xml.etree.ElementTree as ET
from typing import Any

from brewsim.advising.guard import Checked, Guard, case_in_words
from brewsim.advising.measuring import Standing
from brewsim.stats.sequential import ANY_TIME, games_in_words

HEAD = ("goal", "case", "value", "95 % interval", "verdict")
VERDICTS = {Standing.HOLDS: "surely holds", Standing.FAILS: "surely fails", Standing.OPEN: "not known"}
COUNTED = {Standing.HOLDS: "surely hold", Standing.FAILS: "surely fail", Standing.OPEN: "not known"}


def rows(guard: Guard) -> list[tuple[str, ...]]:
    """A row for each goal and case: of a goal with several numbers the one that tells most."""
    return [_row(one) for one in guard.checked]


def _row(one: Checked) -> tuple[str, ...]:
    value, interval = one.numbers
    what = f" ({one.told.component.name})" if len(one.points) > 1 else ""
    verdict = VERDICTS[one.standing]
    if one.standing == Standing.OPEN and one.games_needed:
        verdict += f": {games_in_words(one.games_needed)}"
    elif one.told.is_untestable:
        verdict += f": {one.sentence}"
    return one.goal.text, case_in_words(one.case), value + what, interval, verdict


def summary(guard: Guard) -> list[str]:
    """The verdict on all goals, what more would take, and how it was found."""
    counts = {standing: sum(one.standing == standing for one in guard.checked) for standing in Standing}
    told = [", ".join(f"{count} {COUNTED[standing]}" for standing, count in counts.items() if count) + f", of {len(guard.checked)} checks."]
    is_open = any(one.open_points for one in guard.checked)
    if guard.standing == Standing.FAILS and is_open:
        told.append("It ended when one had failed: what is not known was not played further.")
    elif is_open and guard.games_needed:
        told.append(f"To know them all takes {games_in_words(guard.games_needed)} of each case; raise the most games with -n.")
    elif is_open:
        told.append(f"Of some nobody can say yet how many games they take; {guard.games:,} of each case were too few.")
    told.append(f"{guard.played:,} games. {ANY_TIME}.")
    if guard.aborted:
        told.append(f"{guard.aborted:,} games were aborted at the cap on decisions and do not count.")
    return told


def as_markdown(guard: Guard) -> str:
    """A short summary for a pull request."""
    table = [HEAD, ["---"] * len(HEAD), *rows(guard)]
    lines = [f"### Balance of {guard.experiment.name}: {VERDICTS[guard.standing]}", "", *(f"| {' | '.join(row)} |" for row in table)]
    return "\n".join([*lines, "", " ".join(summary(guard)), ""])


def as_junit(guard: Guard) -> str:
    """One test case for each goal and case; what is not known is skipped."""
    name = guard.experiment.name
    counts = {standing: str(sum(one.standing == standing for one in guard.checked)) for standing in Standing}
    totals = {"tests": str(len(guard.checked)), "failures": counts[Standing.FAILS], "errors": "0", "skipped": counts[Standing.OPEN]}
    suites = ET.Element("testsuites", totals)
    suite = ET.SubElement(suites, "testsuite", {"name": name, **totals})
    for one in guard.checked:
        case = ET.SubElement(suite, "testcase", {"classname": f"{name}: {case_in_words(one.case)}", "name": one.goal.text})
        if one.standing != Standing.HOLDS:
            ET.SubElement(case, "failure" if one.standing == Standing.FAILS else "skipped", {"message": one.sentence})
    ET.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(suites, "unicode")}\n'


def as_data(guard: Guard) -> dict[str, Any]:
    """All that was found, as plain data."""
    return {
        "experiment": guard.experiment.name,
        "title": guard.experiment.title.name,
        "verdict": guard.standing,
        "games": guard.games,
        "played": guard.played,
        "aborted": guard.aborted,
        "games_needed": guard.games_needed,
        "checked": [
            {
                "goal": one.goal.text,
                "case": one.case.name,
                "variant": one.case.rules.variant,
                "seats": one.case.seats,
                "lineup": list(one.case.lineup.names),
                "verdict": one.standing,
                "sentence": one.sentence,
                "games_needed": one.games_needed,
                "numbers": [
                    {
                        "name": point.component.name,
                        "least": point.component.low,
                        "most": point.component.high,
                        "value": point.value,
                        "low": point.low,
                        "high": point.high,
                        "n": point.sums.n,
                        "verdict": point.standing,
                    }
                    for point in one.points
                ],
            }
            for one in guard.checked
        ],
    }
