"""What brewsim asks of every title."""

from brewsim.testing import ClauseTests, ContractTests


class TestContract(ContractTests):
    titles = ("orchard",)


class TestClauses(ClauseTests):
    titles = ("orchard",)
