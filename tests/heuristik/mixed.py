"""A corpus of real texts in which everything happens: days, years, ranges, undated sources, reprints, three languages' worth of types."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from historag_tui.workspace import Workspace, open_workspace

FILES = (
    "dingler-mini_CC-BY-SA-4.0.jsonl",
    "pm-transcripts-1949-1979-mini_CC-BY-3.0-AU.jsonl",
    "schnitzler-briefe-mini_CC-BY-4.0.jsonl",
)


def documents(mini: Path) -> list[dict[str, Any]]:
    """Every second source; some undated, letters with the range their editors give, and reprints of later days."""
    chance = random.Random(1)
    made: list[dict[str, Any]] = []
    for name in FILES:
        for source in list(map(json.loads, (mini / name).read_text("utf-8").splitlines()))[::2]:
            about = source.get("date_attrs", {})
            date = f"{about['notBefore']}/{about['notAfter']}" if "notAfter" in about else source["date"]
            one = {"id": source["id"], "text": source["text"][:9000], "title": source["title"], "date": date}
            one["type"] = source.get("doctype", "letter")
            one["issue"] = source.get("volume", "") or date[:7]
            one["place"] = str(len(made) % 9)
            made.append(one)
    for number in range(0, len(made), 12):
        copy = dict(made[number], id=f"reprint-{number}", date=f"{1850 + number % 100}-06-{1 + number % 28:02d}")
        words = copy["text"].split(" ")
        copy["text"] = " ".join(word for word in words if chance.random() > 0.01)
        made.append(copy)
    for one in made[::19]:
        del one["date"]
    chance.shuffle(made)
    return made


def workspace(root: Path, mini: Path) -> Workspace:
    """A workspace on them, not indexed yet."""
    root.mkdir(parents=True)
    (root / "mixed.jsonl").write_text("".join(json.dumps(one) + "\n" for one in documents(mini)), "utf-8")
    (root / "historag.toml").write_text(
        '[corpus]\nadapter = "jsonl"\nsource = "mixed.jsonl"\nlanguage = "de"\n[chunks]\nsize = 900\noverlap = 90\n'
        "[vocabulary]\ndimension = 24\nepochs = 1\nminimum_count = 3\n",
        "utf-8",
    )
    return open_workspace(root)
