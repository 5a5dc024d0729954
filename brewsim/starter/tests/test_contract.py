"""What brewsim asks of every title."""

from brewsim.testing import ClauseTests, ContractTests


class TestContract(ContractTests):
    titles = ("my_game",)


class TestClauses(ClauseTests):
    titles = ("my_game",)
