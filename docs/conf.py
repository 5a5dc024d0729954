"""The manual: pages in Markdown, the notebooks as they are, and reference pages that are made from the code itself."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import made_pages

project = "brewsim"
author = "The brewsim authors"
copyright = author
version = release = version_of("brewsim")
extensions = ["myst_nb", "sphinx_copybutton"]
exclude_patterns = ["_build", "**/_*", "findings", "measured"]  # the last two are parts of other pages
html_theme = "furo"
html_title = "brewsim"
html_static_path = ["_static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False
nb_execution_mode = "off"  # `make notebooks` runs them and keeps what they show
nb_merge_streams = True
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]  # clauses of rules begin where they like
copybutton_exclude = ".linenos, .gp, .go"


def setup(app):
    """Write the pages that are made before anything is read."""
    app.connect("builder-inited", lambda app: made_pages.write_all(Path(app.srcdir)))
