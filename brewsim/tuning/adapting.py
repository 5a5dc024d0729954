"""Players that adapt: the bot of an experiment, tuned for each of its rules, as more bots and cases of the experiment."""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from brewsim.bots import Bot, Lineup, read_bot_file, read_bots
from brewsim.errors import BadInput, check_folder_name, choice, shorten
from brewsim.experiment import Case, Experiment
from brewsim.manifest import base_variant
from brewsim.matches import Workers, lay_table
from brewsim.tuning.tuner import CONFIRMING, CONFIRMING_GAMES, Confirmation, Tuning, duel, make_tuning
from brewsim.tuning.writing import holds, write_bot

FOLDER = "adapted"  # beside the folders of the runs
NAME_LETTERS, NAME_DIGITS = 40, 12  # of the name of an adapted bot: at most of the bot that it was, then of the digest

Key = tuple[str, int, str]  # variant, seats, bot


@dataclass(frozen=True)
class Adaptation:
    """A bot that is to be tuned for the rules of some cases."""

    tuning: Tuning
    base: "Adaptation | None"  # the same for the rules that these are compared with; None if they are these

    @cached_property
    def name(self) -> str:
        """Of the bot that will be found, and of its file: by all that decides what is found."""
        tunings = [self.tuning.digest] + ([self.base.tuning.digest] if self.base else [])
        return f"{self.tuning.name[:NAME_LETTERS]}-{hashlib.sha256(' '.join(tunings).encode()).hexdigest()[:NAME_DIGITS]}"

    def file(self, folder: Path) -> Path:
        """Where the bot is kept."""
        return folder / f"{self.name}.toml"

    def is_kept(self, folder: Path) -> bool:
        """Whether this very tuning was finished before. Any other file in the place of its bot is refused."""
        return holds(self.file(folder), self.tuning)

    def read(self, folder: Path) -> Bot:
        """The bot that is kept."""
        bots = read_bots(self.tuning.rules.title, read_bot_file(self.file(folder)))
        if self.name not in bots:
            raise BadInput(f"{self.file(folder)} has no bot '{self.name}' any more; remove it")
        return bots[self.name]


def plan(experiment: Experiment, budget: int) -> dict[Key, Adaptation]:
    """What must be tuned so that everybody adapts to the rules of every case; the rules that others are compared with come first."""
    base = base_variant([case.rules.variant for case in _own(experiment)])
    planned: dict[Key, Adaptation] = {}
    for case in sorted(_own(experiment), key=lambda case: case.rules.variant != base):
        if len(set(case.lineup.names)) > 1:
            names = shorten(",".join(case.lineup.names))
            raise BadInput(f"{choice('adapt')}: all seats must have the same bot, since it is tuned against itself; the lineup is {names}")
        key = _key(case)
        if key not in planned:
            try:
                table = lay_table(case.rules, case.seats)
                tuning = make_tuning([table], case.lineup.names[0], experiment.bots, budget, experiment.seed)
            except BadInput as error:
                raise BadInput(f"{choice('adapt')}: {str(error).replace(choice('budget', budget), f'a budget of {budget}')}") from None
            planned[key] = Adaptation(tuning, planned.get((base, *key[1:])))
        check_folder_name("case", _adapted(case, planned[key].name, planned[key].tuning.start).name)
    return planned


def settle(adaptation: Adaptation, found: Bot, of_base: Bot | None, folder: Path, work: Workers, command: str) -> None:
    """Decide which bot plays once everybody has adapted, and keep it: what was found, or what was there if that is as good."""
    tuning = adaptation.tuning
    confirmed = _duel(tuning, found, tuning.start, work)
    chosen, why = found, ""
    if not _is_adapted(adaptation, found, of_base, confirmed, work):
        chosen, why = tuning.start, f"Nothing better found for these rules than '{tuning.name}'"
        if of_base is not None and not _plays_like(of_base, chosen) and _duel(tuning, of_base, chosen, work).is_better:
            chosen, why = of_base, "Nothing better found for these rules than the bot that was tuned for the base"
    write_bot(adaptation.file(folder), tuning, chosen, {tuning.tables[0].seats: confirmed}, command, why)


def _is_adapted(adaptation: Adaptation, found: Bot, of_base: Bot | None, confirmed: Confirmation, work: Workers) -> bool:
    """Whether a bot is surely better on these rules than the one it began as; and than the one that plays the base.

    Two tunings of the same rules find different bots by luck, and these play a different game. So what was found for a variant must
    also have more of an advantage on the variant than on the base, or it has not adapted to the rules.
    """
    tuning, base = adaptation.tuning, adaptation.base
    if base is None or of_base is None or not confirmed.is_better:
        return confirmed.is_better
    if not _plays_like(of_base, tuning.start):
        confirmed = _duel(tuning, found, of_base, work)
    if not confirmed.is_better:
        return False
    here, there = confirmed.among_start, _duel(base.tuning, found, of_base, work).among_start
    return here.value - there.value > math.hypot(here.value - here.low, there.high - there.value)


def _duel(tuning: Tuning, found: Bot, other: Bot, work: Workers) -> Confirmation:
    """Each of two bots among the other one, by the rules of a tuning."""
    (table,) = tuning.tables
    return duel(table, found, other, CONFIRMING_GAMES, tuning.seed_of(CONFIRMING), work)


def _plays_like(bot: Bot, other: Bot) -> bool:
    return all(getattr(bot, part) == getattr(other, part) for part in ("weights", "moments", "by_seats", "beliefs"))


def with_adapted(experiment: Experiment, bots: Mapping[Key, tuple[str, Bot, Path]]) -> Experiment:
    """The experiment with every case once more, in which everybody has adapted: (name, bot, its file) by rules, seats and bot."""
    own = {name: bot.model_copy(update={"adapted_from": key[2]}) for key, (name, bot, _) in bots.items()}
    files = {name: str(path) for name, _, path in bots.values()}
    cases = [_adapted(case, name, own[name]) for case in _own(experiment) for name in [bots[_key(case)][0]]]
    return replace(
        experiment,
        cases=(*experiment.cases, *cases),
        bots={**experiment.bots, **own},
        bot_files={**experiment.bot_files, **files},
    )


def _own(experiment: Experiment) -> list[Case]:
    """The cases that adapt: all but those that are played only as a level of skill."""
    return [case for case in experiment.cases if not case.is_extra]


def _key(case: Case) -> Key:
    return case.rules.variant, case.seats, case.lineup.names[0]


def _adapted(case: Case, name: str, bot: Bot) -> Case:
    """The case with this bot at all seats."""
    return replace(case, lineup=Lineup((name,) * case.seats, case.lineup.rotates, (bot,) * case.seats), skill=None)
