"""Our side of the measurements: ``python -m benchmarks.ours`` answers what :mod:`benchmarks.process` asks."""

from __future__ import annotations

import os
import sys

if os.environ.get("HISTORAG_WITHOUT_NUMKONG"):
    sys.modules["numkong"] = None  # type: ignore[assignment]

from benchmarks import answering, building, made, scale
from benchmarks.peers.serving import serve

if __name__ == "__main__":
    serve(
        {
            "split": building.split,
            "build": building.build,
            "export": building.export,
            "open": answering.opened,
            "close": answering.close,
            "vectors": answering.vectors,
            "words": answering.words,
            "all": answering.whole,
            "make": made.scale,
            "scan": scale.against_the_limit,
        }
    )
