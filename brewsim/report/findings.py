"""Which findings open the report, and the verdict in plain words."""

from collections.abc import Sequence

from brewsim.report.page import Finding, Grade, Section
from brewsim.report.study import Study, count_cases

MOST = 10
CLEAR = 0.35  # a notable finding of this weight or more is named in the verdict


def choose(sections: Sequence[Section]) -> list[Finding]:
    """At most ten findings, the weightiest first; every topic that has one gets one before a topic gets two."""
    first = [max(section.findings, key=_rank) for section in sections if section.findings]
    chosen = sorted(first, key=_rank, reverse=True)[:MOST]
    rest = sorted((f for section in sections for f in section.findings if f not in first), key=_rank, reverse=True)
    return sorted([*chosen, *rest[: MOST - len(chosen)]], key=_rank, reverse=True)


def _rank(finding: Finding) -> tuple[int, float]:
    return finding.grade, finding.weight


def verdict(study: Study, findings: Sequence[Finding]) -> list[str]:
    """The verdict: what is worth a look, what is fine, and which games were played."""
    played = f"{study.games:,} games in {count_cases(study.cases)}, played by {_list(study.bots)}"
    if not findings:
        return ["Not enough games for a verdict.", f"There are {played}. A first look needs at least 1,000 games of each case."]
    problems = list(dict.fromkeys(finding.headline for finding in findings if finding.grade is Grade.PROBLEM))
    fine = list(dict.fromkeys(finding.headline for finding in findings if finding.grade is Grade.FINE))
    lines = []
    if problems:
        lines.append(f"Worth a look: {'; '.join(problems)}.")
    else:
        lines.append("Nothing to fix was found in these games with these bots.")
    known = list(dict.fromkeys(finding.headline for finding in findings if finding.grade is Grade.NOTABLE and finding.weight >= CLEAR))
    if known:
        lines.append(f"Worth knowing: {'; '.join(known)}.")
    if fine:
        lines.append(f"Fine: {'; '.join(fine)}.")
    return [*lines, f"These results come from {played}."]


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
