"""What the front ends and notebooks call: one small object per phase over one open study.

This is the only room that knows both phases, and the only one that writes to the record: whatever a phase yields is
appended before it is passed on.
"""

from historag_tui.session.studies import StudySummary, list_studies, new_study, open_study, use_study
from historag_tui.session.study import Session

__all__ = ["Session", "StudySummary", "list_studies", "new_study", "open_study", "use_study"]
