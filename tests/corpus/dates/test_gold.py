"""Dates of 2,210 letters by and to Arthur Schnitzler, each beside its editors' answer in ISO days.

The editors' range is ``not_before`` to ``not_after``, or the one day of ``when``.  A reading equals it when first and
last day are the same.  Where the text names more days than ``when`` does (*[Anfang September] 1890* has 1890-09-01,
*Dezember 1908* has 1908-12-01, *10. – 12. 9. 1901* has the last of the three), ``when`` is a day to sort by, which no
reader may infer: our reading is wider and counted so.  The same holds for ends that the editors knew from elsewhere
(*nach dem 13. 3. 1912* ends there on 1913-04-30).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

from historag_tui.corpus.dating import read_date, unread
from historag_tui.records import NamedDate

CONTRADICTED = {
    "L00419": "1895-02-06",
    "L01769": "1908-05-11",
    "L01953": "1910-07-23",
    "L02255": "1917-02-11",
    "L02351": "1922-07-20",
    "L02517": "1929-08-13",
    "L02701": "1892-08-05",
    "L03663": "1926-10-05",
    "L03988": "1913-10-01",
}
"""Rows whose text names another day or month than their answer (*6. 2. 1895* has 1895-02-02), with its first day: a slip
of the edition in one of the two, which no reading of the text can heal."""
UNREAD = {"L00373": "a year cut to 189", "L04474": "a year of two digits"}


def _compared(date: NamedDate | None, first: str, last: str) -> str:
    """How the reading lies to the editors' range.  ISO days of this century compare as text."""
    if date is None:
        return "unread"
    ours = date.first or "0000", date.last or "9999"
    if ours == (first, last):
        return "equal"
    if ours[0] <= first and last <= ours[1]:
        return "wider"
    return "narrower" if first <= ours[0] and ours[1] <= last else "outside"


def test_letters_are_dated_as_their_editors_date_them_or_wider(shared_data: Path) -> None:
    found = defaultdict(list)
    with (shared_data / "files" / "csv" / "letter_dates_gold.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            first, last = row["when"] or row["not_before"], row["when"] or row["not_after"]
            date = read_date(row["date_text"], "written", "de")
            found[_compared(date, first, last)].append((row["id"], row["date_text"], first, last, date))
    for kind in ("wider", "outside", "narrower", "unread"):
        print(f"{kind}: {len(found[kind])}")
        for identifier, text, first, last, date in found[kind]:
            ours = f"{date.first} to {date.last}, {date.certainty}" if date else unread(text)
            print(f"  {identifier} '{text}': the editors {first} to {last}; ours {ours}")
    total = sum(map(len, found.values()))
    print(f"equal: {len(found['equal'])} of {total}")
    assert total == 2210
    assert not found["narrower"]
    assert {row[0]: row[4].first for row in found["outside"]} == CONTRADICTED
    assert {row[0] for row in found["unread"]} == set(UNREAD)
    assert len(found["equal"]) >= 0.97 * total
