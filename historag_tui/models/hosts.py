"""Which host sees the text, whether it may, and the key it is shown: one check for every door that leads outward."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import urlsplit

from historag_tui.errors import NotAllowed, SettingsError


class Addressed(Protocol):
    """Settings of a model that stands behind an address."""

    @property
    def url(self) -> str:
        """Where it answers."""


def host_of(settings: Addressed) -> str:
    """The host that will see the text."""
    return urlsplit(settings.url).hostname or settings.url


def shown(url: str) -> str:
    """An address as errors and the record name it: without a key that may stand in it."""
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc.rpartition('@')[2]}{address.path}"


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refuse_foreign_host(settings: Addressed, leaves_machine: bool, allowed_hosts: Sequence[str]) -> None:
    """Raise NotAllowed when a corpus that may not leave the machine would be sent elsewhere."""
    host = host_of(settings)
    if leaves_machine or host in {name.lower() for name in allowed_hosts} or is_here(host):
        return
    raise NotAllowed(
        f"The corpus may not leave this machine, and {host} is another",
        "Use a model on this machine, or add the host to corpus.allowed_hosts in historag.toml",
    )


def key_in(variable: str) -> str:
    """The key in an environment variable; empty where no variable is named.  Raises SettingsError when it is not set."""
    key = os.environ.get(variable, "") if variable else ""
    if variable and not key:
        raise SettingsError(f"The environment variable {variable} is not set", "Put the key there before starting")
    return key
