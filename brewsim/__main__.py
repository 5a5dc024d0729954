"""`python -m brewsim` is the command `brewsim`."""

from brewsim.commands.app import main

main()
