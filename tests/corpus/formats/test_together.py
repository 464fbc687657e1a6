"""All forms in one folder: each file by what it is, nothing twice, and the page that explains them."""

from __future__ import annotations

import importlib
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from historag_tui.corpus.files import FORMS, open_corpus
from historag_tui.records import Document, Problem
from historag_tui.workspace import CorpusSettings

XML_FORMS = ("alto", "tei", "page", "mets", "didl", "hocr")
DOCS = Path(__file__).parents[3] / "docs" / "forms.md"


@pytest.mark.parametrize("packed", [False, True])
def test_a_folder_of_every_form_is_read_once(manifest: Callable, tmp_path: Path, packed: bool) -> None:
    root = manifest("page/page_empty.xml").root
    folder = tmp_path / "sources"
    for name in ("tei", "alto", "mets-alto", "page", "hocr"):
        shutil.copytree(root / name, folder / name)
    if packed:
        archive = shutil.make_archive(str(tmp_path / "packed"), "zip", folder)
        folder = Path(archive)
    corpus = open_corpus(CorpusSettings(adapter="files", source=str(folder), language="de"), tmp_path)
    items = list(corpus.documents())
    documents = [item for item in items if isinstance(item, Document)]
    where = Counter(document.source.file.partition("!")[2] or document.source.file for document in documents)
    articles = {
        "dingler_pj001_1820": 52,
        "didl": 4,
        "18451228_01-METS": 2,
        "2385348_newspaper_luxzeit1858_1858-12-07_01-mets": 22,
    }
    assert {Path(name).stem: count for name, count in where.items() if count > 1} == articles
    single = {name for name, count in where.items() if count == 1}
    # Five more of TEI, six of ALTO, one of PAGE, four of hOCR; no page of an issue by itself.
    assert len(single) == 16 and not any(name.startswith("mets-alto") for name in single)
    assert len({document.id for document in documents}) == len(documents)
    problems = [item for item in items if isinstance(item, Problem)]
    named = {Path(problem.source.file.partition("!")[2] or problem.source.file).name for problem in problems}
    assert named == {
        "alto_v2_prefixed_BOM.xml",
        "hocr_broken_entities_BROKEN.html",
        "page_empty.xml",
        "page_no_text_kraken.xml",
    }


def test_no_form_takes_what_is_of_another(manifest: Callable) -> None:
    root = manifest("page/page_empty.xml").root
    for path in sorted(root.rglob("*")):
        if path.suffix in (".xml", ".html"):
            with path.open("rb") as stream:
                head = stream.read(4096)
            takers = [name for name in FORMS if _form(name).recognises(path.name, head)]
            assert len(takers) == (0 if "articletext" in path.name else 1), path


def _form(name: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f"historag_tui.corpus.formats.{name}")


def test_the_page_on_forms_names_each_of_them_and_every_setting() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for name in XML_FORMS:
        assert name in page.lower() and _form(name).name == name
    for unit in _form("tei").UNITS:
        assert f"`{unit}`" in page
    for setting in ("unit", "keep", "choice"):
        assert f"| `{setting}` |" in page


BLOCK = "<TextBlock ID='b{0}' IDNEXT='b{1}'><TextLine><String CONTENT='x'/></TextLine></TextBlock>"
ATTACKS = {
    "alto, deep": ("<alto><Layout><Page>" + "<ComposedBlock>" * 10_000, "too deeply"),
    "tei, deep": ("<TEI><text><body>" + "<div>" * 10_000, "too deeply"),
    "page, deep": ("<PcGts><Page><ReadingOrder>" + "<OrderedGroup>" * 10_000, "too deeply"),
    "mets, deep": ("<mets><structMap TYPE='LOGICAL'>" + "<div TYPE='ARTICLE'>" * 10_000, "too deeply"),
    "didl, deep": ("<DIDL>" + "<Item>" * 10_000, "too deeply"),
    "hocr, deep": ("<html><body>" + "<div class='ocr_page'>" * 10_000, "too deeply"),
    "alto, a long chain": (
        f"<alto><Layout><Page>{''.join(BLOCK.format(n, n + 1) for n in range(10_000))}</Page></Layout></alto>",
        "",
    ),
    "tei, broken words": (f"<TEI><text><body>{'<p>a-<lb/></p>' * 50_000}</body></text></TEI>", ""),
    **{f"{form}, no XML": ("no XML, whatever its ending says", "is no XML") for form in XML_FORMS},
    **{f"{form}, NUL": ("\0\0\0\0", "is no XML") for form in XML_FORMS},
    **{f"{form}, empty": ("", "is empty") for form in XML_FORMS},
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_made_to_harm_is_bounded_and_has_its_line(write: Callable, attack: str) -> None:
    content, said = ATTACKS[attack]
    given = write(attack.partition(",")[0], content)
    assert bool(given.documents) == (not said)
    assert any(said in problem.message for problem in given.problems) or not said
