"""Tuning: better weights and beliefs of a bot, found by play. `space` turns numbers into bots, `tuner` finds the numbers."""
