"""The base of every title's rules schema: exact types, no unknown keys."""

from pydantic import BaseModel, ConfigDict


class RuleModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)
