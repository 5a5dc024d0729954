"""A game of Brew in words: what a player at the table would say of each decision."""
