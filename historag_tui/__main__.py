"""``python -m historag_tui`` is ``historag``."""

import sys


def main() -> int:
    """Run one call of ``historag``, also when it is interrupted before it has begun; its exit code."""
    try:
        from historag_tui.cli import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("historag: Interrupted. Nothing was begun.\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
