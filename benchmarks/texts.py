"""The texts that both sides hold, and the questions they are asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from historag_tui.corpus.adapter import open_corpus
from historag_tui.days import first_day, last_day
from historag_tui.records import Document
from historag_tui.workspace import CorpusSettings

SHELVES = 9
"""Articles stand on so many shelves, chosen by their ids: a shelf is a filter that 11 % of them pass."""


class Size(NamedTuple):
    """How much is measured."""

    name: str
    corpus: CorpusSettings
    chunk: int
    """Characters to which LangChain's splitter cuts, with a tenth of it as overlap."""
    windows: tuple[tuple[int, int], ...]
    """Six windows, first and last year."""
    topics: tuple[str, ...]
    articles: int = 1_000_000
    """At most so many."""
    repeats: int = 3
    """How often each question is asked, of every side in turn; the best of its times counts."""
    scale: int = 0
    """Rows of the measurement against the physical limit; 0 leaves it out."""

    def days(self) -> list[list[int]]:
        """First and last day of each window, as day numbers."""
        return [[first_day(f"{first}"), last_day(f"{last}")] for first, last in self.windows]

    def windowing(self) -> str:
        """The windows as the command line takes them."""
        return ",".join(f"{first}–{last}={first}..{last}" for first, last in self.windows)


_ENGLISH = (
    "railroads and the regulation of corporations",
    "the currency, banks and the coinage of silver",
    "the navy and the building of ships",
    "Indian tribes and their lands",
    "education and schools for all children",
    "atomic weapons and the control of arms",
    "the price of farm products and relief for farmers",
    "a canal across the isthmus",
    "slavery in the territories",
    "health insurance for the aged",
)
_GERMAN = (
    "Dampfmaschinen und die Explosion von Dampfkesseln",
    "Eisenbahnen und Locomotiven in England",
    "die Fabrikation von Zucker aus Runkelrüben",
    "elektrische Beleuchtung mit Glühlampen",
    "das Bleichen und Färben baumwollener Stoffe",
    "Eisen und Stahl im Hochofen",
    "die Untersuchung und Verfälschung von Nahrungsmitteln",
    "Telegraphen und Leitungen unter dem Meer",
    "Schutz der Arbeiter vor Unfällen in Fabriken",
    "Gaskraftmaschinen und ihre Zündung",
)
_SOTU = CorpusSettings(adapter="sotu", language="en")
_PERIODS = ((1790, 1829), (1830, 1869), (1870, 1909), (1910, 1949), (1950, 1989), (1990, 2029))

TINY = Size("tiny", _SOTU, 850, _PERIODS, _ENGLISH[:2], articles=6, repeats=1, scale=5_000)
SMALL = Size("small", _SOTU, 850, _PERIODS, _ENGLISH, scale=100_000)


def large(source: Path) -> Size:
    """The journal of a century, from a JSONL file."""
    periods = ((1820, 1839), (1840, 1854), (1855, 1869), (1870, 1884), (1885, 1899), (1900, 1931))
    corpus = CorpusSettings(adapter="jsonl", source=str(source.resolve()), language="de")
    return Size("large", corpus, 570, periods, _GERMAN, scale=1_000_000)


def write_articles(size: Size, path: Path) -> None:
    """One line an article: id, text, title, date, day (a number), shelf."""
    with path.open("w", encoding="utf-8") as stream:
        for article in _articles(size):
            date = article.dates[0].first or ""
            line = {
                "id": article.id,
                "text": article.text,
                "title": article.title,
                "date": article.dates[0].written or date,
                "day": first_day(date),
                "shelf": shelf(article.id),
            }
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def shelf(article: str) -> str:
    """The shelf on which an article stands."""
    return str(int.from_bytes(blake2b(article.encode(), digest_size=2).digest()) % SHELVES)


def _articles(size: Size) -> Iterator[Document]:
    documents = [item for item in open_corpus(size.corpus, Path()).documents() if isinstance(item, Document)]
    step = max(1, len(documents) // size.articles)
    yield from documents[::step][: size.articles]
