"""Draws the losses of a fit as a PNG."""

from __future__ import annotations

from pathlib import Path


def draw_losses(path: Path, losses: list[float], validation: list[float]) -> None:
    """Write a PNG with both losses by epoch."""
    from matplotlib.figure import Figure  # noqa: PLC0415  slow to import, and an extra

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    epochs = range(1, len(losses) + 1)
    axes.plot(epochs, losses, label="trained on")
    axes.plot(epochs, validation, label="held out")
    axes.set_xlabel("epoch")
    axes.set_ylabel("loss")
    axes.legend()
    figure.savefig(path)
