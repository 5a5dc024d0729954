"""Loaded before all tests: with it, an index out of range fails in compiled code."""

import brewsim.testing  # noqa: F401
