"""ISO 8601 and EDTF, with the examples of the specification's three levels."""

from __future__ import annotations

import pytest

from historag_tui.corpus.dating import read_date, unread

EXAMPLES = """
1985-04-12           1985-04-12 1985-04-12 exact
1985-04-12T23:20:30Z 1985-04-12 1985-04-12 exact
18631208             1863-12-08 1863-12-08 exact
1863-12-00           1863-12-01 1863-12-31 range
1863-00-00           1863-01-01 1863-12-31 range
1985-04              1985-04-01 1985-04-30 range
1905-3               1905-03-01 1905-03-31 range
1985                 1985-01-01 1985-12-31 range
0985                 0985-01-01 0985-12-31 range
-0043                -0043-01-01 -0043-12-31 range
1964/2008            1964-01-01 2008-12-31 range
2004-02-01/2005-02   2004-02-01 2005-02-28 range
Y-17000              -17000-01-01 -17000-12-31 range
Y17E4                170000-01-01 170000-12-31 range
1984-21              1984-03-01 1984-06-22 range
1984-24              1983-12-01 1985-03-22 range
1984-32              1984-06-01 1984-09-24 range
1984-34              1984-04-01 1984-06-30 range
1984-37              1984-01-01 1984-04-30 range
1984-41              1984-07-01 1984-12-31 range
1984?                1984-01-01 1984-12-31 uncertain
2004-06~             2004-01-01 2004-11-30 circa
2004-06-11%          2004-06-06 2004-06-16 circa
2004~                1999-01-01 2009-12-31 circa
201X                 2010-01-01 2019-12-31 range
20XX                 2000-01-01 2099-12-31 range
-004X                -0049-01-01 -0040-12-31 range
2004-XX              2004-01-01 2004-12-31 range
1985-04-XX           1985-04-01 1985-04-30 range
1985-XX-XX           1985-01-01 1985-12-31 range
198u                 1980-01-01 1989-12-31 range
1985-04-12/..        1985-04-12 - after
1985-04/             1985-04-01 - after
../1985-04-12        - 1985-04-12 before
/1985                - 1985-12-31 before
unknown/2006         - 2006-12-31 before
1984-06?/2004-08?    1984-06-01 2004-08-31 uncertain
1964~/2008~          1959-01-01 2013-12-31 circa
1950S2               1900-01-01 1999-12-31 range
156X-12-25           1560-12-25 1569-12-25 range
15XX-12-XX           1500-12-01 1599-12-31 range
1984-1X              1984-10-01 1984-12-31 range
1984-06-1X           1984-06-10 1984-06-19 range
19XX-02-29           1900-02-28 1999-02-28 range
2004-?06-11          2004-06-11 2004-06-11 uncertain
2004-~06-11          2004-01-01 2004-11-30 circa
[1667,1668,1670..1672]  1667-01-01 1672-12-31 range
[..1760-12-03]       - 1760-12-03 before
{1760-12..}          1760-12-01 - after
"""


@pytest.mark.parametrize(
    ("written", "first", "last", "certainty"), [line.rsplit(maxsplit=3) for line in EXAMPLES.strip().splitlines()]
)
def test_each_form_is_read(written: str, first: str, last: str, certainty: str) -> None:
    date = read_date(written, "written")
    assert date is not None
    assert (date.first or "-", date.last or "-", date.certainty) == (first, last, certainty)
    assert date.written == written


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("1984-02-30", "no such day"),
        ("1984-02-3X", "no such day"),
        ("1984-13", "no such month"),
        ("1984-42", "no such month"),
        ("1864/1863", "end lies before"),
        ("Y17E7", "too far away"),
        ("../..", "open on both sides"),
        ("/", "open on both sides"),
        ("[" + "1984," * 2000 + "1984]", "longer than a date"),
    ],
)
def test_days_that_do_not_exist_are_told(written: str, reason: str) -> None:
    assert read_date(written, "written") is None
    assert reason in unread(written)
