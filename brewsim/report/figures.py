"""Figures on disk, and the same within the page: SVG without ids that clash, in the page's own colours."""

import re
from io import StringIO
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from brewsim.plots.drawing import style


def save(ax: Axes, folder: Path, name: str) -> str:
    """Write the figure of these Axes as SVG and PNG; returns its SVG for the page."""
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    with style():
        text = StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
        (folder / f"{name}.svg").write_text(text.getvalue(), encoding="utf-8")
        FigureCanvasAgg(figure)
        figure.savefig(folder / f"{name}.png", format="png")
    return inline(text.getvalue(), f"figure-{name}")


def roles() -> dict[str, str]:
    """The colours of the style file and the CSS variable that each becomes in the page."""
    with style():
        series = [entry["color"] for entry in mpl.rcParams["axes.prop_cycle"]]
        named = {mpl.rcParams["text.color"]: "ink", mpl.rcParams["axes.edgecolor"]: "edge", mpl.rcParams["grid.color"]: "grid"}
    return {to_hex(colour): f"--{role}" for colour, role in [*named.items(), *((colour, f"series-{i}") for i, colour in enumerate(series))]}


def inline(svg: str, name: str) -> str:
    """A figure's SVG for use within HTML: no prologue, no outside address, ids of its own, colours by CSS variable."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|\sxmlns(:\w+)?=\"[^\"]*\"", "", svg, flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r"(<svg[^>]*?) height=\"[^\"]*\"", r"\1", svg)
    svg = re.sub(r"(<svg[^>]*?) width=\"[^\"]*\"", rf'\1 class="figure" role="img" aria-labelledby="{name}-caption"', svg)
    used = set(re.findall(r"(?:href=\"#|url\(#)([^\")]+)", svg))
    svg = re.sub(r" id=\"([^\"]*)\"", lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r"(href=\"#|url\(#)", rf"\g<1>{name}-", svg)
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>| font-family: [^;\"]*;| transform=\"rotate\(-0 [^\"]*\"", "", svg, flags=re.DOTALL)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    for colour, variable in roles().items():
        svg = svg.replace(colour, f"var({variable})")
    return re.sub(r">\s+<", "><", svg).strip()
