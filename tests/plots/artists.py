"""Reading numbers back from drawn Axes."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer


def error_bars(ax: Axes) -> list[tuple[list[float], list[float], list[list[float]]]]:
    """(x, y, interval segments' ends along their direction) of each set of marks with whiskers."""
    found = []
    for container in ax.containers:
        if isinstance(container, ErrorbarContainer):
            line, _, (bars,) = container
            segments = list(bars.get_segments())
            ends = [sorted(set(np.round(segment[:, 0], 9))) + sorted(set(np.round(segment[:, 1], 9))) for segment in segments]
            x, y = (line.get_xdata(), line.get_ydata()) if line is not None else ([], [])
            found.append((list(x), list(y), ends))
    return found


def bars(ax: Axes) -> list[list[tuple[float, float]]]:
    """(x + width, y + height) of each patch of each set of bars: where they end."""
    return [[(p.get_x() + p.get_width(), p.get_y() + p.get_height()) for p in c] for c in ax.containers if isinstance(c, BarContainer)]


def texts(ax: Axes) -> set[str]:
    """All that is written in and around the Axes."""
    legend = ax.get_legend()
    return {
        *(text.get_text() for text in ax.texts),
        *(label.get_text() for label in (*ax.get_xticklabels(), *ax.get_yticklabels())),
        ax.get_xlabel(),
        ax.get_ylabel(),
        *(text.get_text() for text in (legend.get_texts() if legend else ())),
    }
