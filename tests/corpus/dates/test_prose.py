"""Dates as sources write them, and the days they may mean, reckoned by hand or taken from printed tables."""

from __future__ import annotations

import pytest

from historag_tui.corpus.dates.lexicon import WORDS, _entries
from historag_tui.corpus.dating import read_date, unread

DAYS = """
12. März 1964                    1964-03-12
12. Maͤrz 1784                    1784-03-12
5. Auguſt 1784                   1784-08-05
den 12ten Maerz 1799             1799-03-12
12.März1890                      1890-03-12
11 4. 1904                       1904-04-11
3. [6.] 1908                     1908-06-03
1[3]. 6. 1912                    1912-06-13
24. 7. [1908]                    1908-07-24
16.X.1905                        1905-10-16
16/X/1905                        1905-10-16
14. II. 1905                     1905-02-14
3. 7ber 1701                     1701-09-03
3. 8bris 1701                    1701-10-03
12. 9ber 1701                    1701-11-12
1. Xber 1701                     1701-12-01
3. Dezbr. 1820                   1820-12-03
4. Septbr. 1820                  1820-09-04
Mi, 8. Dez. 1858                 1858-12-08
24 Febr: 1848                    1848-02-24
Jany. 5th 1790                   1790-01-05
6. Jänner 1890                   1890-01-06
12. Januarii 1650                1650-01-12
Dinstag, 7. Dezember 1858        1858-12-07
1890, 12. März                   1890-03-12
1863/12/8                        1863-12-08
le premier mai 1848              1848-05-01
24 Feb. 1917 (O.S.) / 9 March 1917 (N.S.)  1917-03-09
25/12/1863                       1863-12-25
March 3, 1864                    1864-03-03
March 3rd 1864                   1864-03-03
3 March 1864                     1864-03-03
10 mars 1848                     1848-03-10
le 1er mars 1848                 1848-03-01
le 15 aout 1769                  1769-08-15
28 décembre 1847                 1847-12-28
le 3 brumaire an IV              1795-10-25
18 brumaire an VIII              1799-11-09
9 thermidor an 2                 1794-07-27
1er frimaire an XIII             1804-11-22
2e jour complémentaire an III    1795-09-18
16 floréal an 79                 1871-05-06
15. März 44 v. Chr.              -0043-03-15
24. August 79 n. Chr.            0079-08-24
25. Oktober 1917 a. St.          1917-11-07
14 December 1825 O.S.            1825-12-26
14. Dezember 1825 (alten Stils)  1825-12-26
14. Dezember 1825 (julianisch)   1825-12-26
29. Februar 1900 a. St.          1900-03-13
décadi 10 nivôse an II           1793-12-30
18 brumaire an VIII (9 novembre 1799)  1799-11-09
9 thermidor an II = 27 juillet 1794  1794-07-27
24. Februar (9. März) 1917       1917-03-09
2/14. März 1880                  1880-03-14
24. Dez./5. Jan. 1880            1880-01-05
29. Februar/12. März 1880        1880-03-12
10/20 Feb. 1650/51               1651-02-20
"""
SPANS = """
März 1878                           1878-03-01 1878-03-31
III. 1891                           1891-03-01 1891-03-31
05.1891                             1891-05-01 1891-05-31
MDCCCXLVIII                         1848-01-01 1848-12-31
1789/90                             1789-01-01 1790-12-31
1850–55                             1850-01-01 1855-12-31
1850-55                             1850-01-01 1855-12-31
1901/2                              1901-01-01 1902-12-31
1901-2                              1901-01-01 1902-12-31
2. 3. 1890/91                       1890-03-02 1891-12-31
20. Jh., Anfang                     1900-01-01 1950-12-31
Mai 1789/90                         1789-05-01 1790-12-31
1914-39                             1914-01-01 1939-12-31
2001-21                             2001-01-01 2021-12-31
1863-12-08 bis 1863-12-10           1863-12-08 1863-12-10
2. oder 3. Viertel 18. Jh.          1725-01-01 1775-12-31
1. und 2. Quartal 1890              1890-01-01 1890-06-30
1789-1794                           1789-01-01 1794-12-31
1. – 3. 11. 1920                    1920-11-01 1920-11-03
22. 4. 1906 – 23. 4. 1906           1906-04-22 1906-04-23
20. oder 21. 1. 1895                1895-01-20 1895-01-21
3. Januar bis 5. Februar 1890       1890-01-03 1890-02-05
March 3–5, 1864                     1864-03-03 1864-03-05
du 3 au 5 mai 1848                  1848-05-03 1848-05-05
entre le 3 et le 5 mai 1848         1848-05-03 1848-05-05
Oktober/November 1895               1895-10-01 1895-11-30
Juni 1891 – 1900                    1891-06-01 1900-12-31
an II (1793-1794)                   1793-01-01 1794-12-31
12. März 1890 (1890)                1890-01-01 1890-12-31
from 1890 to 1895                   1890-01-01 1895-12-31
after 3 May 1850 and before 7 June 1851   1850-05-03 1851-06-07
3-5 brumaire an IV                  1795-10-25 1795-10-27
brumaire an VIII                    1799-10-23 1799-11-21
l'an II de la République            1793-09-22 1794-09-21
Anfang September 1890               1890-09-01 1890-09-20
Mitte Oktober 1891                  1891-10-06 1891-10-25
fin mai 1871                        1871-05-11 1871-05-31
mi-mai 1848                         1848-05-06 1848-05-25
Mitte bis Ende Oktober 1891         1891-10-06 1891-10-31
1. Hälfte Juni 1895                 1895-06-01 1895-06-15
1st half of May 1890                1890-05-01 1890-05-16
Anfang 1895                         1895-01-01 1895-06-30
Mitte 1895                          1895-04-01 1895-09-30
Ende 1895                           1895-07-01 1895-12-31
2. Quartal 1890                     1890-04-01 1890-06-30
2. Halbjahr 1890                    1890-07-01 1890-12-31
Frühjahr 1895                       1895-03-01 1895-06-22
Sommer 1895                         1895-06-01 1895-09-24
autumn 1895                         1895-09-01 1895-12-23
hiver 1870-1871                     1870-12-01 1871-03-22
Winter 1895/96                      1895-12-01 1896-03-22
Winter 1895                         1894-12-01 1896-03-22
1840s                               1840-01-01 1849-12-31
early 1840s                         1840-01-01 1844-12-31
1880er-Jahre                        1880-01-01 1889-12-31
années 1840                         1840-01-01 1849-12-31
187-                                1870-01-01 1879-12-31
18--                                1800-01-01 1899-12-31
19th century                        1800-01-01 1900-12-31
XIXe siècle                         1800-01-01 1900-12-31
1. Hälfte 19. Jahrhundert           1800-01-01 1850-12-31
letztes Viertel des 17. Jh.         1675-01-01 1700-12-31
mid-19th century                    1825-01-01 1875-12-31
18./19. Jh.                         1700-01-01 1900-12-31
late 18th or early 19th century     1750-01-01 1850-12-31
2. Jh. v. Chr.                      -0199-01-01 -0099-12-31
44 BC                               -0043-01-01 -0043-12-31
AD 79                               0079-01-01 0079-12-31
zwischen 100 und 44 v. Chr.         -0099-01-01 -0043-12-31
10 Feb. 1650/51                     1651-02-10 1651-02-20
10/21 Feb. 1650/51                  1651-02-10 1651-02-21
"""
DOUBTS = """
[14. 3. 1893?]                      1893-03-14 1893-03-14 uncertain
2[6?]. 7. 1896                      1896-07-26 1896-07-26 uncertain
[5.? 5. 1891]                       1891-05-05 1891-05-05 uncertain
Mitte Oktober 1891?                 1891-10-06 1891-10-25 uncertain
[zwischen 2. und 5. 3. 1894?]       1894-03-02 1894-03-05 uncertain
wohl 1850                           1850-01-01 1850-12-31 uncertain
12. ?. 1890                         1890-01-01 1890-12-31 uncertain
?. 5. 1891                          1891-05-01 1891-05-31 uncertain
Montag, 7. Dezember 1858            1858-12-07 1858-12-07 uncertain
ca. 1900                            1895-01-01 1905-12-31 circa
um 1850                             1845-01-01 1855-12-31 circa
c. 1863                             1858-01-01 1868-12-31 circa
vers 1850?                          1845-01-01 1855-12-31 circa
ca. 1850–1860                       1845-01-01 1865-12-31 circa
[5/1891?]                           1891-05-01 1891-05-31 uncertain
ca. März 1900                       1899-10-01 1900-08-31 circa
ca. 12. März 1900                   1900-03-07 1900-03-17 circa
gegen Ende 1890                     1890-02-01 1891-05-31 circa
nach dem 20. 3. 1897                1897-03-20 - after
frühestens 3. 5. 1890               1890-05-03 - after
from 1890                           1890-01-01 - after
[vor dem 22. 6. 1893?]              - 1893-06-22 before
bis 1890                            - 1890-12-31 before
not after 1600                      - 1600-12-31 before
jusqu'en 1789                       - 1789-12-31 before
nach 1863-12-08                     1863-12-08 - after
vor dem 2/14. März 1880             - 1880-03-14 before
avant 1789                          - 1789-12-31 before
"""


def _table(text: str, days: int) -> list[list[str]]:
    return [line.rsplit(maxsplit=days) for line in text.strip().splitlines()]


def _read(written: str, language: str = "") -> tuple[str | None, str | None, str] | None:
    date = read_date(written, "written", language)
    return date and (date.first, date.last, date.certainty)


@pytest.mark.parametrize(("written", "day"), _table(DAYS, 1))
def test_days_are_read_as_written(written: str, day: str) -> None:
    assert _read(written) == (day, day, "exact")


@pytest.mark.parametrize(("written", "first", "last"), _table(SPANS, 2))
def test_spans_are_read_to_their_widest_use(written: str, first: str, last: str) -> None:
    assert _read(written) == (first, last, "range")


@pytest.mark.parametrize(("written", "first", "last", "certainty"), _table(DOUBTS, 3))
def test_doubts_are_kept(written: str, first: str, last: str, certainty: str) -> None:
    assert _read(written) == (None if first == "-" else first, None if last == "-" else last, certainty)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("30. 8. 27", "fewer than four digits"),
        ("14/8 885", "fewer than four digits"),
        ("2[6?]. 9. 189", "fewer than four digits"),
        ("85", "fewer than four digits"),
        ("3. März 78", "fewer than four digits"),
        ("12/08/1863", "day and month cannot be told apart"),
        ("12-03-1890", "day and month cannot be told apart"),
        ("31. 2. 1890", "no such day"),
        ("5. 13. 1890", "no such"),
        ("0. 5. 1890", "no such day"),
        ("12. 1890", "order of a date"),
        ("III 1891", "order of a date"),
        ("A. 1848", "part of it is missing"),
        ("3 4 1890", "order of a date"),
        ("1848 (1849)", "two forms are not one date"),
        ("1890 oder später", "'spater' is not known"),
        ("vor oder um 1850", "part of it is missing"),
        ("12. März", "no year"),
        ("vor Ostern 1812", "'ostern' is not known"),
        ("Kal. Ian. 1520", "'kal' is not known"),
        ("[o. D.]", "the source itself is undated"),
        ("s. d.", "the source itself is undated"),
        ("12:05 1890", "':' has no place"),
        ("18 brumaire an VIII (8 novembre 1799)", "two forms are not one date"),
        ("heute", "'heute' is not known"),
        ("zwischen 1850", "other end is missing"),
        ("1850 und", "part of it is missing"),
        ("nach 1850 oder 1860", "one end of it is open"),
        ("29. Dezember – 2. Januar 1891", "end lies before its beginning"),
        ("1[?]. 5. 1890", "a digit of it is missing"),
        ("18[?]5", "order of a date"),
        ("12. … 1890", "'.' has no place"),
        ("1 May 1863²", "raised number"),
        ("18631", "no day, month or year"),
        ("3 brumaire an XV", "no such year"),
        ("٣ مارس ١٩٠٠", "has no place"),
        ("12\x001890", "has no place"),
        ("mai - 5 brumaire an IV", "no year"),
        ("März bis 1840er", "no year"),
        ("0 v. Chr.", "no year 0"),
        ("", "empty"),
        ("1" * 10_000, "longer than a date (10000 characters)"),
    ],
)
def test_what_is_not_understood_is_undated_and_says_why(written: str, reason: str) -> None:
    assert read_date(written, "written") is None
    assert reason in unread(written)


def test_a_language_decides_only_the_order_of_numbers() -> None:
    assert _read("12/08/1863", "de") == _read("12/8/1863", "fr") == ("1863-08-12", "1863-08-12", "exact")
    assert _read("12/08/1863", "en") is None
    assert _read("25/12/1863", "en") == ("1863-12-25", "1863-12-25", "exact")
    assert unread("12/08/1863", "de") == ""


def test_no_word_has_two_meanings() -> None:
    words = [word for _, _, row in _entries() for word in row.split()]
    assert len(words) == len(set(words)) == len(WORDS)
