"""``python -m historag_tui`` is ``historag``."""

import sys

from historag_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
