from pathlib import Path

import pytest

from historag_tui.corpus.adapter import open_corpus
from historag_tui.errors import SettingsError
from historag_tui.workspace import CorpusSettings


def test_an_unknown_adapter_is_refused_with_the_known_ones():
    with pytest.raises(SettingsError, match=r"'sotoo'.*jsonl.*sotu"):
        open_corpus(CorpusSettings(adapter="sotoo"), Path())
