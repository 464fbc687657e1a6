"""What stands near a word from period to period, and the noise."""

from __future__ import annotations

import random

import numpy as np
import pytest

from historag_tui.days import day_of
from historag_tui.heuristik.drift import Settings, deviance, drift
from historag_tui.heuristik.forms import read_term
from historag_tui.heuristik.frequency import Scope
from historag_tui.heuristik.windows import cut
from historag_tui.index.reader import Index
from historag_tui.records import Drift
from tests.heuristik import counted

FILLER = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
SETTINGS = Settings(span=3, minimum=3, least=10, shuffles=100, seed=1, shown=5)


def test_deviance_by_hand() -> None:
    # Of 20: 2 (10 ln 2 + 10 ln 10/15) = 5.754; 2 (1 ln 1/4 + 19 ln 19/16) = 3.758; 0 + 2 × 20 ln 20/17 = 6.501.
    found = deviance(np.array([10, 1, 0, 2]), np.array([5.0, 4.0, 3.0, 2.0]), np.array([20]))
    assert found.tolist() == pytest.approx([2.3986, -1.9385, -2.5497, 0.0], abs=1e-4)
    assert deviance(np.array([20]), np.array([25.0]), np.array([20])) == pytest.approx(np.sqrt(40 * np.log(20 / 19.5)))


def _texts(near: dict[int, list[str]], common: dict[int, list[str]], seed: int) -> list[tuple[str, str]]:
    """Forty documents a decade: in every other sentence "light" beside a word of the decade, elsewhere any words."""
    chance = random.Random(seed)
    made = []
    for year in range(1850, 1880):
        decade = year // 10 * 10
        for _ in range(4):
            sentences = []
            for _ in range(6):
                beside = chance.choice(near[decade]) if chance.random() < 0.5 else chance.choice(FILLER)
                sentences.append(f"{chance.choice(FILLER)} {beside} light {chance.choice(FILLER)}")
                sentences.append(" ".join(chance.choices([*FILLER, *common[decade]], k=30)))
            made.append((str(year), ". ".join(sentences)))
    return made


def _drift(index: Index, settings: Settings = SETTINGS, windowing: str = "10y") -> Drift:
    scope = Scope(index, cut(day_of(1850, 1, 1), day_of(1879, 12, 31), windowing, 1))
    return drift(index, read_term(index, "light"), scope, settings)


BOTH = ["candle", "electric"]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Candle light until 1859, electric light from then on; both words are as common elsewhere at all times."""
    near = {1850: ["candle"], 1860: ["electric"], 1870: ["electric"]}
    return counted.index(tmp_path_factory.mktemp("changed"), _texts(near, dict.fromkeys(near, BOTH), 1))


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The same surroundings at all times; but one word is common, everywhere, in the last decade only."""
    near = {1850: BOTH, 1860: BOTH, 1870: BOTH}
    common = {1850: [], 1860: [], 1870: ["telegraph"] * 9}
    return counted.index(tmp_path_factory.mktemp("steady"), _texts(near, common, 2))


def test_a_change_is_above_the_noise_and_what_stays_is_within(changed: Index) -> None:
    first, second, third = _drift(changed).periods
    assert [first.changed, second.changed, third.changed] == [False, True, False]
    assert first.distance is None
    assert second.distance is not None and second.distance_floor is not None and third.distance is not None
    assert second.distance > second.distance_floor and second.distance > third.distance
    assert [period.words[0].word for period in (first, second, third)] == ["candle", "electric", "electric"]


def test_the_words_that_make_the_change_stand_out(changed: Index) -> None:
    periods = _drift(changed, windowing="a=1850..1859,b=1860..1869").periods
    assert [{word.word for word in period.words if word.beyond} for period in periods] == [{"candle"}, {"electric"}]


def test_counts_are_documents_in_which_the_word_stands_near(changed: Index) -> None:
    first = _drift(changed).periods[0]
    texts = [changed.text(number).replace(".", "").split() for number in range(40)]
    near = [
        sum(
            word == "candle"
            for place, light in enumerate(text)
            if light == "light"
            for word in (*text[max(0, place - 3) : place], *text[place + 1 : place + 4])
        )
        for text in texts
    ]
    [candle] = [word for word in first.words if word.word == "candle"]
    assert candle.documents == sum(count > 0 for count in near)
    assert candle.count == sum(near)
    assert candle.association == pytest.approx(np.log2(candle.documents / candle.expected))
    assert (first.occurrences, first.documents) == (240, 40)


def test_without_a_change_nothing_is_above_the_noise_even_when_a_word_becomes_common(steady: Index) -> None:
    periods = _drift(steady).periods
    assert not any(period.changed for period in periods)
    assert not any(word.beyond for period in periods for word in period.words)


def test_the_same_seed_gives_the_same_noise_and_no_shuffles_give_none(changed: Index) -> None:
    assert _drift(changed) == _drift(changed)
    assert _drift(changed).periods[1].floor != _drift(changed, SETTINGS._replace(seed=2)).periods[1].floor
    quiet = _drift(changed, SETTINGS._replace(shuffles=0)).periods
    assert [(period.floor, period.distance_floor, period.changed) for period in quiet] == [(None, None, False)] * 3
    assert quiet[1].distance == _drift(changed).periods[1].distance


def test_windows_with_too_few_say_so_and_are_not_compared(changed: Index) -> None:
    found = _drift(changed, SETTINGS._replace(least=10_000))
    assert not any(period.enough or period.words for period in found.periods)
    assert found.warnings == ("fewer than two windows have enough occurrences: nothing can be compared",)
    unequal = _drift(changed, SETTINGS._replace(least=100), "a=1850..1859,gap=1900..1910,few=1860..1861,b=1870..1879")
    assert [period.enough for period in unequal.periods] == [True, False, False, True]
    assert [period.distance is None for period in unequal.periods] == [True, True, True, False]


def test_spellings_of_a_context_word_are_counted_together(tmp_path_factory: pytest.TempPathFactory) -> None:
    texts = [(str(year), f"Das Licht der Lampe und {word} dabei. " * 3) for year, word in _spelt()]
    index = counted.index(tmp_path_factory.mktemp("spelt"), texts, "de")
    scope = Scope(index, cut(day_of(1850, 1, 1), day_of(1869, 12, 31), "10y", 1))
    found = drift(index, read_term(index, "Licht"), scope, SETTINGS._replace(span=6))
    words = [{word.word: word.documents for word in period.words} for period in found.periods]
    assert not any("cement" in period for period in words)
    assert not any(period.changed for period in found.periods)


def _spelt() -> list[tuple[int, str]]:
    return [(year, "Cement" if year < 1855 else "Zement") for year in range(1850, 1870)]
