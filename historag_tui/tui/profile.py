"""How much is sent to the terminal: one named profile, chosen in one place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

Profile = Literal["full", "lean", "mono"]
PROFILES: tuple[Profile, ...] = ("full", "lean", "mono")

UPDATES_A_SECOND: dict[Profile, float] = {"full": 4.0, "lean": 2.0, "mono": 2.0}
"""How often a line that counts, or a text that is being written, is drawn anew."""


def choose(asked: str = "", environment: Mapping[str, str] = os.environ) -> Profile:
    """The profile asked for, else ``mono`` where colour is not wanted, ``lean`` over SSH, ``full`` elsewhere."""
    for profile in PROFILES:
        if profile in (asked, environment.get("HISTORAG_PROFILE")):
            return profile
    if environment.get("NO_COLOR"):
        return "mono"
    return "lean" if environment.get("SSH_CONNECTION") else "full"
