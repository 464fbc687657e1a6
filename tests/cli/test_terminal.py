"""What reaches a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def test_a_terminal_gets_no_control_sequence_from_an_export_either() -> None:
    """What a pipe gets byte for byte, a terminal gets as pictures: ESC, and CSI in one sign, would move its cursor."""
    content = "red \x1b[31m, \x9b31m, line\n"
    program = f"from historag_tui.cli.output import Output; Output().raw({content.encode()!r})"
    ours, theirs = pty.openpty()
    subprocess.run((sys.executable, "-c", program), stdout=theirs, check=True)
    assert os.read(ours, 100).decode() == "red ␛[31m, \\x9b31m, line\r\n"
    os.close(theirs)
    os.close(ours)
    piped = subprocess.run((sys.executable, "-c", program), capture_output=True, check=True)
    assert piped.stdout.decode() == content
