"""Statistics of a run: frames in, frames out. Never draws."""
