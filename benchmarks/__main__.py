"""``python -m benchmarks small``: measure both sides, print one table, write it as JSON into benchmarks/results/."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks import ingest, latency, million, scale, texts, whole
from benchmarks.figures import Figure, table
from benchmarks.ground import Ground, ground
from benchmarks.process import HERE, make_environment
from benchmarks.texts import Size

LIBRARIES = ("numpy", "numkong", "tantivy", "hnswlib", "floret")


def main() -> int:
    """Measure; 1 when a bound is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("size", choices=("small", "large"))
    parser.add_argument("--dingler", default=os.environ.get("HISTORAG_DINGLER", ""), help="the texts of the large size")
    parser.add_argument("--work", type=Path, default=HERE / ".work", help="where indexes and databases are kept")
    parser.add_argument("--only", action="append", choices=("ingest", *PARTS), help="measure these parts only")
    arguments = parser.parse_args()
    if arguments.size == "large" and not Path(arguments.dingler).is_file():
        parser.error("the large size needs --dingler FILE or HISTORAG_DINGLER")
    size = texts.SMALL if arguments.size == "small" else texts.large(Path(arguments.dingler))
    figures = measure(size, arguments.work.resolve() / size.name, arguments.only or parts(size))
    print(f"\n{machine()}\n\n{table(figures)}")
    print(f"\n{write(size, figures)}")
    return int(any(figure.held is False for figure in figures))


PARTS: dict[str, Callable[[Ground], list[Figure]]] = {
    "vectors": latency.vectors,
    "words": latency.words,
    "whole": whole.searches,
    "cold": whole.cold_starts,
    "scale": scale.figures,
    "million": million.figures,
}


def parts(size: Size) -> list[str]:
    """What is measured unless parts are named: a million chunks are built only from enough texts."""
    return ["ingest", *(name for name in PARTS if name != "million" or size.name == "large")]


def measure(size: Size, work: Path, parts: list[str]) -> list[Figure]:
    """The figures of these parts, in the order of the table."""
    make_environment()
    built = ingest.prepare(size, work)
    on = ground(size, work, bounded=size.name == "large")
    found = []
    for name in parts:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        found += ingest.figures(on, built) if name == "ingest" else PARTS[name](on)
    return found


def machine() -> str:
    """Processor, cores, day and versions."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"{model}, {os.cpu_count()} cores; {datetime.now(UTC):%Y-%m-%d}; Python {platform.python_version()}, {versions}"
    )


def write(size: Size, figures: list[Figure]) -> Path:
    """Write the figures as JSON; the file's path."""
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    path = folder / f"{size.name}-{datetime.now(UTC):%Y%m%dT%H%M%S}.json"
    rows = [{**figure._asdict(), "held": figure.held} for figure in figures]
    path.write_text(json.dumps({"machine": machine(), "figures": rows}, indent=1, ensure_ascii=False))
    return path


if __name__ == "__main__":
    sys.exit(main())
