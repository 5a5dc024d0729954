"""`python -m brewsim` is the command `brewsim`."""

from brewsim.cli import main

main()
