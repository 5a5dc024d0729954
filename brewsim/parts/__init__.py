"""Compiled helpers that know no title."""
