"""What is reported: one line a figure, with its bound and whether it holds."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured comparison."""

    name: str
    ours: float
    peer: float | None
    unit: str
    ratio: float | None = None
    """Peer by ours, or as the bound says."""
    at_least: float | None = None
    """Bound of the ratio, or of ours where there is no peer."""
    at_most: float | None = None
    note: str = ""

    @property
    def held(self) -> bool | None:
        """Whether the bound holds; None without one."""
        value = self.ours if self.ratio is None else self.ratio
        if self.at_least is not None:
            return value >= self.at_least
        return value <= self.at_most if self.at_most is not None else None


def faster(name: str, ours: float, peer: float, unit: str, at_least: float | None = None, note: str = "") -> Figure:
    """How many times less ours takes than the peer's."""
    return Figure(name, ours, peer, unit, peer / ours, at_least, note=note)


def share(name: str, ours: float, peer: float, unit: str, at_most: float | None = None, note: str = "") -> Figure:
    """What part of the peer's ours is."""
    return Figure(name, ours, peer, unit, ours / peer, at_most=at_most, note=note)


def table(figures: list[Figure]) -> str:
    """The figures in columns."""
    rows = [("", "ours", "peer", "unit", "ratio", "bound", "", "")]
    for one in figures:
        bound = (
            f"≥ {one.at_least:g}"
            if one.at_least is not None
            else f"≤ {one.at_most:g}"
            if one.at_most is not None
            else ""
        )
        held = {None: "", True: "held", False: "MISSED"}[one.held]
        rows.append(
            (one.name, _number(one.ours), _number(one.peer), one.unit, _number(one.ratio), bound, held, one.note)
        )
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 0 < place < 6 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
