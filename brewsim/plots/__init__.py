"""Pictures of statistics: frame in, Axes out. No statistics here; all looks are in `brewsim.mplstyle`."""
