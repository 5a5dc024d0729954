"""The contract that every title fulfils, and the drivers that play any title."""
