"""A game of Brew Baron in words: what a player at the table would say of each decision."""

import numpy as np


def opening(rules: np.record, state: np.record) -> list[str]:
    return []


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    return str(action)


def standing(rules: np.record, state: np.record) -> str:
    return ""
