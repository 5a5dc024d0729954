"""Which findings open the report, and the verdict in plain words."""

from collections.abc import Sequence

from brewsim.report.page import Finding, Section
from brewsim.report.study import Study, count_cases
from brewsim.stats.verdicts import Grade

MOST = 10
MOST_PROBLEMS = 3  # that the first sentence names
CLEAR = 0.35  # a fact of this weight or more is named in the verdict
AFTER_UNKNOWN = Grade.NOT_KNOWN - 0.5  # where facts stand among the grades


def choose(sections: Sequence[Section]) -> list[Finding]:
    """At most ten findings, the weightiest first; every topic that has one gets one before a topic gets two."""
    told = [[finding for finding in section.findings if finding.sentence] for section in sections]
    first = [max(findings, key=_rank) for findings in told if findings]
    chosen = sorted(first, key=_rank, reverse=True)[:MOST]
    rest = sorted((finding for findings in told for finding in findings if finding not in first), key=_rank, reverse=True)
    return sorted([*chosen, *rest[: MOST - len(chosen)]], key=_rank, reverse=True)


def _rank(finding: Finding) -> tuple[float, float]:
    return AFTER_UNKNOWN if finding.grade is None else finding.grade, finding.weight


def verdict(study: Study, sections: Sequence[Section]) -> list[str]:
    """The verdict: problems, what was not tested, what is not known, what is surely no problem, and which games were played."""
    played = f"{study.games:,} games in {count_cases(study.cases)}, played by {_list(study.bots)}"
    findings = sorted((finding for section in sections for finding in section.findings), key=_rank, reverse=True)
    by_grade = {grade: [finding for finding in findings if finding.grade is grade] for grade in Grade}
    problems = _headlines(by_grade[Grade.PROBLEM], MOST_PROBLEMS)
    lines = []
    if not any(finding.sentence for finding in findings):
        lines.append("Not enough games for a verdict.")
    elif problems:
        lines.append(f"Problem: {problems}.")
    elif by_grade[Grade.NOT_KNOWN] or by_grade[Grade.NOT_TESTED]:
        lines.append("No problem was found, but not everything is known.")
    else:
        lines.append("Nothing to fix: all that has a limit was looked for, and is surely within it.")
    if untested := _headlines(by_grade[Grade.NOT_TESTED]):
        lines.append(f"Not tested: {untested}.")
    if unknown := _headlines(by_grade[Grade.NOT_KNOWN]):
        lines.append(f"Not known, too few games: {unknown}.")
    if fine := _headlines(by_grade[Grade.NO_PROBLEM]):
        lines.append(f"No problem: {fine}.")
    facts = [finding.headline for finding in choose(sections) if finding.grade is None and finding.weight >= CLEAR]
    if facts:
        lines.append(f"Worth knowing: {'; '.join(dict.fromkeys(facts))}.")
    return [*lines, f"These results come from {played}."]


def _headlines(findings: Sequence[Finding], most: int | None = None) -> str:
    """The findings of one grade, each with its limit, and how many games it needs; the same of several cases is said once.

    At most so many are named; how many more there are is said.
    """
    by_headline: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        by_headline.setdefault((finding.headline, finding.limit), []).append(finding)
    told = [_headline(same) for same in by_headline.values()]
    left = len(told) - len(told[:most])
    return "; ".join([*told[:most], *([f"and {left} more"] if left else [])])


def _headline(same: Sequence[Finding]) -> str:
    neediest = max(same, key=lambda finding: finding.games_needed or 0)
    notes = [", ".join(dict.fromkeys(finding.where for finding in same if finding.where)), *_notes(neediest)]
    told = "; ".join(note for note in notes if note)
    return f"{same[0].headline} ({told})" if told else same[0].headline


def beside(finding: Finding) -> str:
    """What stands beside a finding: its grade, the limit, and how many games it needs.

    >>> beside(Finding("ties", "", grade=Grade.NOT_KNOWN, limit="20 % of games", games_needed=1234))
    'Not known (limit 20 % of games; about 1,300 more games of each case)'
    """
    if finding.grade is None:
        return ""
    return f"{finding.grade.name.replace('_', ' ').capitalize()} ({'; '.join(_notes(finding))})"


def _notes(finding: Finding) -> list[str]:
    notes = [f"limit {finding.limit}"] if finding.limit and finding.grade is not Grade.NOT_TESTED else []
    if finding.games_needed:
        notes.append(f"about {_rounded(finding.games_needed):,} more games of each case")
    return notes


def _rounded(games: int) -> int:
    """A number of games as people say it, never less than it is.

    >>> _rounded(123_456), _rounded(7), _rounded(1_900)
    (130000, 7, 1900)
    """
    step: int = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
