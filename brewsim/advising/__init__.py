"""What a designer wants, and what the rules do about it: goals are measured, guarded, and reached by the smallest change."""
