"""Tests that take minutes; `make test-long` runs them."""
