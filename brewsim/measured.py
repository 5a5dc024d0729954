"""What a command measured beside runs, kept in a file that a report can be given: a table, and all that says what it is about."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from brewsim.errors import BadInput
from brewsim.files import NotPlain, disk_errors, make_folder, open_plain, write_whole
from brewsim.manifest import PRINTED, Manifest
from brewsim.showing import html

if TYPE_CHECKING:
    import polars as pl


FORM = 2  # of the file; it grows when facts change their names: 2 says where the rules stand that advice is about
SHOWN = (
    "source",
    "path",
    "old",
    "new",
    "edits",
    "goal",
    "what",
    "seats",
    "skill",
    "measure",
    "group",
    "value",
    "low",
    "high",
)  # columns, in a notebook


class Measured(BaseModel):
    """A table that was measured by the rules of a title."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: int = FORM
    kind: Literal["luck", "assumptions", "advice"]
    title: str
    variant: str = PRINTED
    seats: int  # of advice the first; its facts name all
    bots: dict[str, dict[str, Any]]  # those that played, as in bots.toml
    rules: dict[str, Any]  # path -> value, all of them
    code: str  # digest of the sources
    games: int  # that were played in all
    seed: int
    command: tuple[str, ...]
    facts: dict[str, Any] = {}  # what else is to be told of it
    rows: list[dict[str, Any]]

    @property
    def frame(self) -> "pl.DataFrame":
        """The rows, with the columns of `stats.luck.luck`, `stats.assumptions.tabulate` or `advising.told.as_measured`."""
        import polars as pl

        return pl.DataFrame(self.rows, infer_schema_length=None)

    @property
    def about(self) -> list[Any]:
        """What a report shows only once."""
        return [self.kind, self.variant, self.seats, *(self.facts.get(name) for name in ("goals", "seats"))]

    def _repr_html_(self) -> str:
        heading = f"{self.title}, {self.seats} seats: {self.kind}"
        sure = [{name: row[name] for name in row if name in SHOWN} for row in self.rows if row.get("is_sure", True)]
        rows = [[f"{cell:.3g}" if isinstance(cell, float) else cell for cell in row.values()] for row in sure]
        notes = [f"{self.games:,} games of {', '.join(self.bots)}.", *([] if sure else ["Nothing is sure."])]
        return html(heading, list(sure[0]) if sure else [], rows, notes)

    def write(self, path: Path) -> None:
        """Write it whole, with a checksum, into a folder that is made if it is not there."""
        content = self.model_dump(mode="json")
        with disk_errors(path):
            make_folder(path.absolute().parent)
            write_whole(path, (json.dumps(content | {"checksum": _checksum(content)}, indent=1) + "\n").encode())

    def check_fits(self, run: Manifest) -> None:
        """Refuse a run of another title, or of other rules or bots than these."""
        if run.title.name != self.title:
            raise BadInput(f"{self.kind} was measured for {self.title}, but the run is of {run.title.name}")
        mine, others = ({self.variant: self.rules}, self.bots), ({name: rules.values for name, rules in run.rules.items()}, run.bots)
        is_same = all(_agree(one, other) for one, other in zip(mine, others))
        if run.code != self.code or not is_same:
            again = " ".join(self.command)
            raise BadInput(f"{self.kind} was measured with other rules or bots than run {run.digest} has; measure again: {again}")


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether what both name is the same."""
    return all(json.dumps(one[name], sort_keys=True) == json.dumps(other[name], sort_keys=True) for name in one.keys() & other.keys())


def read_measured(path: Path) -> Measured:
    """Read such a file. One that is damaged, edited or of another version is refused."""
    try:
        with open_plain(path) as file:
            content = json.loads(file.read())
        checksum = content.pop("checksum")
        if checksum == _checksum(content) and content.get("form") == FORM:
            return Measured.model_validate(content)
    except NotPlain as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError, KeyError, AttributeError, TypeError, ValidationError):
        pass
    what = "is not what `brewsim luck`, `assumptions` or `advise` writes for a report, was edited, or is of another version"
    raise BadInput(f"{path} {what}; measure again")


def _checksum(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
