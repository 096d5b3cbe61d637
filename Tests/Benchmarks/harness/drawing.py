"""The appearance of the charts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt

INK, FAINT = "#818b98", "#818b9840"
"""Readable on white and on black; the background stays transparent."""
FASTER, LEVEL, SLOWER = "#3d8bfd", "#818b98", "#e8793a"
PLAIN, MODULE = "#a371f7", "#bf8700"


def figure(width: float, height: float) -> Any:
    plt.rcParams.update(
        {"svg.hashsalt": "bookworm", "svg.fonttype": "none", "text.color": INK,
         "font.family": "sans-serif", "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"]}
    )  # fmt: skip
    return plt.figure(figsize=(width, height))


def quiet(axes: Any) -> None:
    axes.patch.set_alpha(0)
    axes.grid(axis="both" if axes.get_yscale() == "log" else "x", color=FAINT, lw=0.6, zorder=0)
    axes.tick_params(colors=INK, which="both", length=0)
    axes.minorticks_off()
    axes.xaxis.label.set_color(INK)
    for spine in axes.spines.values():
        spine.set_visible(False)


def save(drawn: Any, path: Path) -> None:
    drawn.savefig(path, transparent=True, bbox_inches="tight", metadata={"Date": None})
