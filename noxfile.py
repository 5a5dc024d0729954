"""The checks of brewsim with every Python that is there, and with the oldest and the newest allowed libraries: `nox`, or `nox -s docs`.

`make` is not needed, so these run on Linux, macOS and Windows; the CI file of the repository calls them on all three.
"""

import nox

PYTHONS = ["3.11", "3.12", "3.13"]
nox.options.sessions = ["check", "tests"]


def install(session: nox.Session) -> None:
    """The package with all its tools, in the versions that were tested."""
    session.install("-c", "constraints.txt", "-e", ".[dev]")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All quick tests; what follows `--` goes to pytest."""
    install(session)
    session.run("python", "-m", "pytest", "-n", "auto", "--dist", "worksteal", *session.posargs)


@nox.session(python=PYTHONS[0])
def tests_long(session: nox.Session) -> None:
    """The tests that take minutes: among them the wheel in an empty environment, with the oldest and the newest libraries."""
    install(session)
    session.run("python", "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", "long", "tests/long", *session.posargs)


@nox.session(python=PYTHONS[0])
def check(session: nox.Session) -> None:
    """Style and types."""
    install(session)
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")


@nox.session(python=PYTHONS[0])
def docs(session: nox.Session) -> None:
    """The manual; a warning is an error."""
    install(session)
    session.run("python", "-m", "sphinx", "-W", "-q", "-b", "html", "docs", "docs/_build/html")
