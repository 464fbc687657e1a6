"""The vocabulary of the house: frozen records handed from room to room.

Every record is a plain value: it holds no open file, no row number of an index and no widget.  What a field means
stands under it.  Days are ISO 8601 calendar days in the proleptic Gregorian calendar (``"1860-01-01"``, before the
common era with a sign: ``"-0043-03-15"``); periods name their first and their last day, both inside.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Certainty = Literal["exact", "range", "circa", "uncertain", "before", "after"]
Role = Literal["facet", "filter", "citation"]
Layer = Literal["semantic", "keyword"]
LayerChoice = Literal["semantic", "keyword", "both", "random"]
RangeRule = Literal["touched", "midpoint", "inside"]
VectorMethod = Literal["auto", "exact", "approximate"]
Reprints = Literal["each", "once"]
Verdict = Literal["accept", "reject", "flag"]
Origin = Literal["read", "rule", "imported", "script", "carried over"]
JudgmentState = Literal["judged", "unparsed", "truncated", "refused", "failed"]
FormKind = Literal["as written", "folded", "inflected", "umlaut", "spelling", "ocr", "compound"]
"""The word itself; its letters in another print; another form of it; then what ``index.spelling`` offers."""
Matching = Literal["exact", "folded", "stemmed"]
"""Which words count as a term: itself in any case; those with its letters (ſ as s, ä as aͤ); any form of it."""
SilenceCause = Literal["no sources", "not found"]
Placed = Literal["exact", "normalised", "close", "rubric", "not found"]


class Record(msgspec.Struct, frozen=True):
    """The common base of all records: immutable, compared by value, written to JSON by msgspec."""


# ---------------------------------------------------------------------------------------------------- sources


class NamedDate(Record, frozen=True):
    """One date of a source.  A source may bear several (written, published, filed)."""

    name: str
    """What happened on it: ``published``, ``written``, ``delivered``, ``filed``."""
    first: str | None
    """First day it can be; None when open towards the past (certainty ``before``)."""
    last: str | None
    """Last day it can be; None when open towards the future (certainty ``after``)."""
    certainty: Certainty = "exact"
    """``exact`` is one day; ``range`` is a year, a month or a stated span."""
    written: str = ""
    """The date as the source writes it."""


class Part(Record, frozen=True):
    """A stretch of a document with an author or title of its own, such as one letter of a letter column."""

    start: int
    end: int
    author: str = ""
    title: str = ""


class PageMark(Record, frozen=True):
    """From this character offset on the text stands on this page, as printed."""

    offset: int
    page: str


class SourceLine(Record, frozen=True):
    """Where in the researcher's files a document was read."""

    file: str
    line: int = 0
    """Counted from 1; 0 when the file as a whole is meant."""


class Document(Record, frozen=True):
    """One source as its adapter gave it."""

    id: str
    """Unique in the corpus and stable from one reading to the next."""
    text: str
    """The text as given; never normalised."""
    title: str
    dates: tuple[NamedDate, ...]
    """The first is the one used unless the settings name another; empty for an undated source."""
    fields: dict[str, str]
    """Every further field of the source; the adapter declares a role for each."""
    parts: tuple[Part, ...] = ()
    pages: tuple[PageMark, ...] = ()
    """The page map by offset, ascending; empty when the source has none."""
    source: SourceLine = SourceLine("")


class Problem(Record, frozen=True):
    """Something in the sources that was not read, or read with a doubt."""

    kind: Literal[
        "unreadable",
        "empty",
        "nearly empty",
        "duplicate id",
        "duplicate text",
        "undated",
        "conflicting dates",
        "pages out of order",
        "encoding",
        "text missing",
        "not read",
        "removed",
    ]
    message: str
    source: SourceLine
    document: str = ""
    """The document's id where one is known."""
    skipped: bool = True
    """Whether the record was left out of the corpus."""


class Health(Record, frozen=True):
    """What a corpus holds and what of it was not read."""

    documents: int
    characters: int
    chunks: int
    undated: int
    ranged: int
    """Documents whose date is not one exact day."""
    first: str | None
    last: str | None
    thin: tuple[tuple[str, str], ...]
    """Spans of years, first and last, between the corpus's ends in which no document lies."""
    problems: tuple[Problem, ...]
    languages: dict[str, int] = {}
    """Documents by the language they are written in, ISO 639-1; empty where it is not clear."""


# ----------------------------------------------------------------------------------------------------- passages


class Passage(Record, frozen=True):
    """A chunk with its text and everything needed to cite it."""

    chunk: str
    """The chunk's id, made of document id and offsets, so that it outlives any index."""
    document: str
    title: str
    date: str
    """The date used, as people write it; empty for the undated."""
    first: str | None
    last: str | None
    start: int
    """Character offset in the document's text at which the chunk begins."""
    end: int
    """Character offset behind its last character."""
    text: str
    text_hash: str
    provenance: dict[str, str]
    """Author, page, url, archive mark and every further field of the source."""
    ordinal: int = 0
    """Its place among the document's chunks, counted from 0."""
    siblings: int = 1
    """How many chunks the document has."""


class LayerPlace(Record, frozen=True):
    """How one layer of retrieval brought a chunk."""

    layer: Layer
    rank: int
    """Place in that layer's list of the window, counted from 1, before caps and overlap removal."""
    score: float
    """Cosine similarity for the semantic layer, BM25 for the keyword layer."""
    matched: tuple[str, ...] = ()
    """The words of the chunk, as printed, that the keyword query found."""


class Witness(Record, frozen=True):
    """Another place in which the text of a chunk stands, nearly the same: a reprint, or the same scan twice."""

    chunk: str
    document: str
    title: str
    date: str


class Hit(Record, frozen=True):
    """A chunk that a search retrieved, and why it is there."""

    chunk: str
    document: str
    title: str
    date: str
    window: str
    rank: int
    """Place in its window, counted from 1."""
    score: float
    """What it was ranked by: similarity, BM25, or the fused score when both layers are used; 0 in a random sample."""
    similarity: float | None
    """Cosine similarity to the topic, computed for keyword-only hits too; None when the semantic layer is not used."""
    layers: tuple[LayerPlace, ...]
    start: int
    end: int
    text: str
    text_hash: str
    provenance: dict[str, str]
    first: str | None = None
    last: str | None = None
    ordinal: int = 0
    siblings: int = 1
    also: tuple[Witness, ...] = ()
    """Where else in the corpus the text was printed, by date."""


# ---------------------------------------------------------------------------------------------------- searching


class Window(Record, frozen=True):
    """A temporal window with its quota."""

    name: str
    first: str
    last: str
    quota: int
    topic: str = ""
    """The window's own variant of the topic; empty when the recipe's topic is used."""
    partial: bool = False
    """Whether the period ended before the window reached its full length."""
    undated: bool = False
    """Whether this is the group of the undated, whose days mean nothing."""


class Filter(Record, frozen=True):
    """A condition on a field of the source.  Several conditions must all hold."""

    field: str
    operator: Literal["=", "!=", "in", "range", "missing"]
    values: tuple[str, ...] = ()


class FieldCap(Record, frozen=True):
    """At most so many chunks of a window share one value of a field, such as one issue."""

    field: str
    most: int


class Recipe(Record, frozen=True, kw_only=True):
    """Everything that decides what a search returns."""

    topic: str
    keywords: str = ""
    """The keyword query: a filter before ranking when only the semantic layer is used, else the keyword layer's query."""
    term_list: str = ""
    terms: tuple[str, ...] = ()
    """The accepted terms of the list, copied, so that a later edit of the list does not change the run."""
    first: str
    last: str
    windowing: str
    """As the researcher wrote it: ``10y``, ``decade``, ``none``, or named windows."""
    windows: tuple[Window, ...]
    per_window: int
    depth: int = 0
    """Candidates that each layer gives per window; 0 means as many as the quota needs."""
    layer: LayerChoice = "both"
    filters: tuple[Filter, ...] = ()
    cap: int = 0
    """At most this many chunks of one document in a window; 0 means no cap."""
    drop_overlapping: bool = True
    """Whether a chunk that shares text with a better one of the same document is passed over."""
    range_rule: RangeRule = "touched"
    """When a source dated by a range belongs to a window."""
    fusion_constant: int = 60
    """k of reciprocal rank fusion."""
    reason: str = ""
    date_name: str = ""
    """Which of a source's dates was used."""
    embedder: str = ""
    query_sent: str = ""
    """The exact string that was embedded, prefix included."""
    keywords_read: str = ""
    """How the program read the keyword query."""
    analyser: str = ""
    chunking: str = ""
    index: str = ""
    """Fingerprint of the index generation that answered."""
    like: str = ""
    """The chunk whose vector is looked for; the topic then only names it."""
    vectors: VectorMethod = "auto"
    """Whether vectors are scanned, followed through graphs, or as the program sees fit."""
    field_caps: tuple[FieldCap, ...] = ()
    spread: tuple[str, ...] = ()
    """Fields, or ``year``, whose values take turns in filling a window's quota: a second axis of balance."""
    reprints: Reprints = "each"
    """``once``: of a text printed more than once the earliest eligible witness in a window stands for all."""
    window_terms: dict[str, tuple[str, ...]] = {}
    """Terms that a window has of its own, by the window's name; they are looked for beside ``terms``."""
    seed: int = 0
    """Of a random sample."""


class Shortfall(Record, frozen=True):
    """Why a quota was not filled: chunks missing, by cause."""

    too_few: int = 0
    """No further chunk of the window was eligible, or matched the keywords."""
    cap: int = 0
    overlap: int = 0
    depth: int = 0
    """Candidates were left, but the search depth the researcher set ended before them."""
    reprints: int = 0
    """Only reprints of what was retrieved, or of a better one, were left."""


class Turn(Record, frozen=True):
    """One value of the second axis of balance in a window."""

    value: str
    eligible: int
    """Chunks."""
    retrieved: int


class Ledger(Record, frozen=True, kw_only=True):
    """The account of one window (Fensterbilanz).  Shares and fractions lie in 0..1; None where nothing can be divided."""

    documents: int
    chunks: int
    eligible_documents: int
    eligible_chunks: int
    """What is left of the window after the filters."""
    retrieved: int
    quota: int
    sampling_fraction: float | None
    """Retrieved chunks by eligible chunks."""
    corpus_share_documents: float | None
    """The window's documents by all documents of the searched period."""
    corpus_share_chunks: float | None
    ratio_documents: float | None
    """The window's share of the documents retrieved by its share of the corpus, by document; 1 is as in the corpus."""
    ratio_chunks: float | None
    distinct_documents: int
    years: int
    """Distinct years among the hits (the first day of a range counts)."""
    first_year: int | None
    last_year: int | None
    largest_document_share: float | None
    similarity_highest: float | None
    similarity_median: float | None
    similarity_lowest: float | None
    """Lowest among the admitted."""
    similarity_next: float | None
    """Of the first chunk that was not admitted; the quota, not a floor, kept it out."""
    shortfall: Shortfall = Shortfall()
    topic: str = ""
    """The topic used in this window."""
    certified: bool = False
    """Whether the vector part is proven exact."""
    depth: int = 0
    """Candidates that each layer gave."""
    warnings: tuple[str, ...] = ()
    how: str = ""
    """How the vector part was answered: which scan, or the graphs; empty without the semantic layer."""
    largest_issue: str = ""
    """The issue of which most of the hits are; empty where the sources have no field ``issue``."""
    largest_issue_share: float | None = None
    reprints: int = 0
    """Eligible chunks for which an earlier witness of the same text stands."""
    overlap_chunks: int | None = None
    """Chunks that are among the best of both layers, each layer's list as long as the quota; None with one layer."""
    overlap_documents: int | None = None
    """Documents that are."""
    turns: tuple[Turn, ...] = ()
    """The values of the second axis of balance."""


class WindowResult(Record, frozen=True):
    """One window's ledger and hits."""

    window: Window
    ledger: Ledger
    hits: tuple[Hit, ...]


class Share(Record, frozen=True):
    """One window in the comparison of distributions: counts of chunks, and the corpus by document and by chunk."""

    window: str
    windowed: int
    unwindowed: int
    keyword: int | None
    """None where no words were asked for."""
    corpus_documents: int
    corpus_chunks: int


class Comparison(Record, frozen=True, kw_only=True):
    """The windowed result beside one global list of as many distinct chunks under the same filters and caps."""

    unwindowed: tuple[str, ...]
    """Chunk ids of the global list, best first."""
    surfaced: tuple[str, ...]
    """Retrieved thanks to windowing: not in the global list."""
    deprioritised: tuple[str, ...]
    """In the global list, but beyond its window's quota."""
    surfaced_similarity: float | None
    """Mean cosine similarity of the surfaced; None without the semantic layer."""
    deprioritised_similarity: float | None
    distribution: tuple[Share, ...]


class Run(Record, frozen=True, kw_only=True):
    """A search that was made: its recipe and what it gave."""

    id: str
    recipe: Recipe
    windows: tuple[WindowResult, ...]
    comparison: Comparison | None
    """None when windowing was off."""
    warnings: tuple[str, ...] = ()
    distinct: int = 0
    """Distinct chunks over all windows; with overlapping windows or ranges fewer than the sum."""
    repeats: str = ""
    """Id of the run whose recipe was followed once more; empty for a new one."""

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All hits, window by window, in the order of their rank."""
        return tuple(hit for window in self.windows for hit in window.hits)


# --------------------------------------------------------------------------------------------------- vocabulary


class Frequency(Record, frozen=True):
    """How often something occurs in a part of the corpus, counted in documents, never in overlapping chunks."""

    window: str
    """The name of the window; empty for all of them together."""
    count: int
    """Word tokens, or occurrences of a phrase."""
    documents: int
    """Documents that hold it."""
    tokens: int
    """All word tokens of the window, of what passes the filters."""
    per_million: float | None
    """None for a window without a word."""
    below: float | None
    """What one single occurrence would be per million: a count of zero only says that it is rarer than this."""
    dispersion: float | None
    """Normalised deviation of proportions over the documents: 0 as even as can be, 1 all in the smallest document.
    None without an occurrence, or with fewer than two documents."""


class WordForm(Record, frozen=True):
    """A word of the corpus that stands for another, and in what way."""

    term: str
    """Folded: composed and in lower case."""
    kind: FormKind
    frequency: int
    documents: int
    first: int | None
    """Year of its first attestation; None when only undated documents have it."""


class Neighbour(Record, frozen=True):
    """A word near another in the vocabulary trained on the corpus."""

    term: str
    similarity: float
    frequency: int
    """Word tokens in the documents, never in overlapping chunks."""
    documents: int
    first: int | None
    """Year of the first attestation in the corpus; None when only undated documents have it."""
    last: int | None
    per_window: tuple[int, ...]
    """Tokens per window, in the order of the windows, the undated in the last entry."""
    variant_of: str = ""
    """The word under which it stands when it is a spelling or a misreading of that one."""
    kind: str = ""
    """What kind of a variant it is: ``umlaut``, ``spelling`` or ``ocr``."""
    together: int = 0
    """Frequency of the word and all that stand under it; 0 for one that stands under another."""
    per_million: float | None = None
    """In all windows together; None where there is no word."""
    dispersion: float | None = None
    """Normalised deviation of proportions over all documents that are counted."""


class Expansion(Record, frozen=True):
    """A term and its neighbours."""

    term: str
    frequency: int
    documents: int
    first: int | None
    last: int | None
    per_window: tuple[int, ...]
    windows: tuple[str, ...]
    """The names of the windows that ``per_window`` counts, the undated last."""
    tokens: tuple[int, ...]
    """All word tokens per window: the divisor of a frequency per million."""
    neighbours: tuple[Neighbour, ...]
    known: bool = True
    """Whether the vocabulary model holds the term; an unknown one gets no neighbours."""
    together: int = 0
    """Frequency of the term and the neighbours that stand under it as its variants."""
    overall: Frequency | None = None
    """In all windows together."""
    frequencies: tuple[Frequency, ...] = ()
    """In each window, the undated last."""
    check: WordCheck | None = None
    """Since when the term, in any form, is attested, and what else the corpus may have called it."""
    warnings: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    """The conditions on what was counted, as written."""


class Concordance(Record, frozen=True):
    """One line of a concordance (KWIC)."""

    document: str
    title: str
    date: str
    window: str
    start: int
    """Offset of the term in the document's text."""
    end: int
    left: str
    term: str
    """As printed."""
    right: str


class Concordances(Record, frozen=True, kw_only=True):
    """A concordance with the figures that belong to it."""

    terms: tuple[str, ...]
    """As the researcher wrote them."""
    searched_as: tuple[str, ...]
    """The words of the corpus that were looked for, folded, the most frequent first; a phrase as such."""
    matching: Matching
    overall: Frequency
    frequencies: tuple[Frequency, ...]
    """Per window, the undated last."""
    lines: tuple[Concordance, ...]
    sort: str = ""
    sample: int = 0
    """So many lines were drawn from all; 0 when none was left out."""
    seed: int = 0
    """Of the drawing."""
    where: tuple[str, ...] = ()
    """The conditions on what was counted, as written."""


class WordCheck(Record, frozen=True, kw_only=True):
    """What the corpus has of one word of a query."""

    word: str
    """Folded."""
    searched_as: tuple[str, ...]
    """Its forms in the corpus, as a search finds them, the most frequent first."""
    frequency: int
    """Of all these forms."""
    documents: int
    first: int | None
    """Year of the first attestation; None when the word is not there, or only in undated documents."""
    last: int | None
    tokens_before: int
    """Word tokens of the documents that are dated before that year: how much text the word is missing from."""
    earliest: tuple[Concordance, ...]
    """The earliest passages, one a document, three at most: a misread letter makes a ghost."""
    forms: tuple[WordForm, ...] = ()
    """Each form by itself."""
    variants: tuple[WordForm, ...] = ()
    """Other words that may stand for it; offered, not counted."""
    in_period: int | None = None
    """Occurrences in the period that was asked for; None when none was."""
    late: bool = False
    """Whether the corpus does not have the word, or not yet in the year in which the period begins, or not in it."""
    line: str = ""
    """All of this for people."""


class ContextWord(Record, frozen=True):
    """A word that stands near a term in one window."""

    word: str
    """The most frequent of the spellings that are counted together."""
    documents: int
    """In how many documents it stands within the span of the term: a document that says it often counts once."""
    count: int
    """How often it stands there, in all of them."""
    expected: float
    """In how many documents it would stand there by chance, as often as it comes in all the window's text."""
    association: float
    """Logarithm to base 2 of documents by expected."""
    change: float
    """How much more documents there are than its association in all windows would have: the signed square root of the
    deviance (G²) of a binomial count."""
    beyond: bool
    """Whether the change is above the noise floor of the window."""


class PeriodContext(Record, frozen=True):
    """The surroundings of a term in one window."""

    window: str
    occurrences: int
    documents: int
    tokens: int
    """Word tokens within the span of the term."""
    enough: bool
    """Whether there are enough occurrences to say anything."""
    words: tuple[ContextWord, ...] = ()
    """Those that stand there in more documents than by chance, the best attested first."""
    floor: float | None = None
    """95th percentile, over the shuffled periods, of the largest change of any word."""
    distance: float | None = None
    """From the surroundings in the last window before it that has enough: 0 the same, 1 nothing in common."""
    distance_floor: float | None = None
    """95th percentile of the same distance over the shuffled periods."""
    changed: bool = False
    """Whether the distance is above its floor."""


class Drift(Record, frozen=True, kw_only=True):
    """How the surroundings of a term differ from window to window, with the noise that chance alone makes."""

    term: str
    searched_as: tuple[str, ...]
    span: int
    """Words on either side."""
    minimum: int
    """Context words in fewer documents than this, over all windows, are left out."""
    least: int
    """Occurrences that a window must have."""
    shuffles: int
    """How often the documents were dealt out anew over the windows."""
    seed: int
    periods: tuple[PeriodContext, ...]
    warnings: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    """The conditions on what was counted, as written."""


class Silence(Record, frozen=True):
    """A part of the corpus in which nothing was found."""

    name: str
    """A window, a year or a span of years, or a value of a field."""
    cause: SilenceCause
    """Whether the corpus has nothing there at all, or has texts without the term."""
    documents: int
    tokens: int
    expected: float
    """Occurrences there would be at the rate of the whole."""
    chance_by_tokens: float
    """Probability of none, were the occurrences scattered over the tokens by chance (Poisson)."""
    chance_by_documents: float
    """Probability of none, were the documents that hold it scattered over all documents by chance (binomial)."""


class SilenceReport(Record, frozen=True, kw_only=True):
    """Where the corpus says nothing of a term, beside how much of it there is."""

    terms: tuple[str, ...]
    searched_as: tuple[str, ...]
    overall: Frequency
    frequencies: tuple[Frequency, ...]
    """Per window, the undated last."""
    windows: tuple[Silence, ...]
    years: tuple[Silence, ...]
    """Years that follow one another are one span."""
    years_with_sources: int
    years_silent: int
    """Years that have sources but not the term."""
    years_silent_expected: float
    """So many would be silent by chance alone, by documents."""
    field: str = ""
    values: tuple[Silence, ...] = ()
    """Values of the field with nothing."""
    assumptions: tuple[str, ...] = ()
    """What the figures take for granted."""
    where: tuple[str, ...] = ()
    """The conditions on what was counted, as written."""


class TermList(Record, frozen=True):
    """A named list of search terms."""

    name: str
    accepted: tuple[str, ...]
    refused: tuple[str, ...] = ()
    windows: dict[str, tuple[str, ...]] = {}
    """Terms that are looked for in one window only, beside the accepted ones, by the window's name."""


# -------------------------------------------------------------------------------------------------------- judge


class Criterion(Record, frozen=True):
    """One thing the judge shall look for."""

    name: str
    description: str


class Band(Record, frozen=True):
    """What a stretch of the scale 1–10 means."""

    lowest: int
    highest: int
    meaning: str


class Anchor(Record, frozen=True):
    """A worked example that shows the judge what a score means."""

    passage: str
    evidence: tuple[str, ...]
    argument: str
    score: int


class Rubric(Record, frozen=True, kw_only=True):
    """What the researcher wants judged, in plain language (Bewertungsraster)."""

    name: str
    """The file's name without its ending."""
    hash: str
    """SHA-256 of the file's content: the rubric's identity."""
    title: str
    language: str
    instruction: str
    criteria: tuple[Criterion, ...]
    bands: tuple[Band, ...]
    anchors: tuple[Anchor, ...] = ()
    metadata: tuple[str, ...] = ()
    """Which fields of the source the judge sees beside the text."""


class Evidence(Record, frozen=True):
    """A quotation that a model gave, and whether the text bears it out."""

    quotation: str
    placed: Placed
    """``exact``; ``normalised`` (only case, spacing, hyphenation or old letter forms differ); ``close`` (few letters
    differ); ``rubric`` (taken from the rubric, not the text); ``not found``."""
    start: int = -1
    """Character offset in the chunk's text; -1 when it was not found."""
    end: int = -1


class Judgment(Record, frozen=True, kw_only=True):
    """What one judge said of one chunk.  Only the state ``judged`` bears a score."""

    run: str
    chunk: str
    text_hash: str
    judge: str
    """The name the researcher gave the model in the settings."""
    model: str
    """The model that the reply names."""
    host: str
    """The host that saw the text."""
    rubric: str
    rubric_hash: str
    state: JudgmentState
    score: int | None = None
    """1–10, or None unless judged."""
    evidence: tuple[Evidence, ...] = ()
    argument: str = ""
    reason: str = ""
    """Why there is no score, in words."""
    temperature: float | None = 0.0
    """As sent; None when the server would not let it be set."""
    prompt_hash: str = ""
    reply_hash: str = ""
    """Hash of the raw reply, kept beside the record; empty when nothing came."""


# ------------------------------------------------------------------------------------------------------- review


class Decision(Record, frozen=True, kw_only=True):
    """The researcher's decision on a chunk."""

    run: str
    chunk: str
    text_hash: str
    verdict: Verdict
    origin: Origin
    rule: str = ""
    """The rule that decided, in words, when the origin is ``rule``."""


class TransferRow(Record, frozen=True):
    """What would cross from one window."""

    window: str
    accepted_read: int
    accepted_unread: int
    """Accepted by rule, import or script, and not read."""
    flagged: int
    rejected: int
    undecided: int
    eligible: int
    """Chunks of the window in the corpus after the filters, so that a fraction can be formed."""
    quota: int = 0
    """Of the window, summed over the runs."""


class CorpusChunk(Record, frozen=True, kw_only=True):
    """A chunk frozen in a working corpus."""

    passage: Passage
    window: str
    run: str
    origin: Origin


class WorkingCorpus(Record, frozen=True, kw_only=True):
    """The accepted chunks that Analyse may read, frozen (Arbeitskorpus)."""

    id: str
    """``corpus-1`` and so on, in the order of the study."""
    runs: tuple[str, ...]
    reason: str
    table: tuple[TransferRow, ...]
    chunks: tuple[CorpusChunk, ...]
    added: tuple[str, ...] = ()
    """Chunk ids that the working corpus before it did not hold."""
    removed: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------------ analyse


class Citation(Record, frozen=True):
    """One citation in a Zwischentext: a chunk id and, if the model gave one, a quotation."""

    start: int
    """Character offset of the citation mark in the Zwischentext's text."""
    end: int
    cited: str
    """The id as the model wrote it."""
    chunk: str
    """The chunk it names; empty when the working corpus has no such chunk."""
    quotation: str = ""
    placed: Placed = "not found"
    """Where the quotation was found in the cited chunk; without a quotation ``exact`` says only that the id is real."""
    chunk_start: int = -1
    chunk_end: int = -1

    @property
    def located(self) -> bool:
        """Whether the machine could follow the citation: a real chunk, and its quotation found in it."""
        return bool(self.chunk) and self.placed in ("exact", "normalised")


class Claim(Record, frozen=True):
    """A sentence of a Zwischentext."""

    start: int
    end: int
    citations: tuple[int, ...]
    """Indices into the Zwischentext's citations."""
    quantity: bool = False
    """Whether it claims a quantity or a trend, which a balanced sample cannot bear."""

    @property
    def supported(self) -> bool:
        """Whether it carries any citation at all; that they are located is another question."""
        return bool(self.citations)


class Zwischentext(Record, frozen=True, kw_only=True):
    """A machine-generated interpretive proposal with checkable citations; never a finding."""

    id: str
    corpus: str
    question: str
    context: str = ""
    """The researcher's own note to the model: recorded, shown apart, never citable."""
    judge_rubrics: tuple[str, ...] = ()
    """Hashes of the rubrics under which the corpus was judged."""
    model_name: str = ""
    """The name the researcher gave the model in the settings."""
    model: str = ""
    """The model that the reply names."""
    host: str = ""
    temperature: float | None = 0.0
    prompt_hash: str = ""
    label: str = ""
    """The label that stands inside the text: what it is, by which model, when, from which prompt and rubric."""
    text: str = ""
    """What the model wrote, unchanged."""
    state: Literal["complete", "truncated", "refused", "failed", "cancelled"] = "complete"
    reason: str = ""
    nothing_supports: bool = False
    """Whether the model declared that nothing in the working corpus supports an answer."""
    citations: tuple[Citation, ...] = ()
    claims: tuple[Claim, ...] = ()


class ModelSettings(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model that the researcher configured, under ``[models.NAME]`` in historag.toml."""

    url: str
    """Base URL of an OpenAI-compatible endpoint, such as ``http://127.0.0.1:8080/v1``."""
    model: str
    """The model's name as the endpoint knows it."""
    key_variable: str = ""
    """Environment variable that holds the key; the key itself never stands in a file of the workspace."""
    temperature: float = 0.0
    max_tokens: int = 1024
    """Room for a reply; a reply that fills it is asked for once more with twice the room."""
    concurrency: int = 4
    """Requests under way at once; not more than the server has slots."""
    connect_timeout: float = 10.0
    first_token_timeout: float = 120.0
    """Seconds until the first piece of the reply; a busy server queues silently."""
    total_timeout: float = 600.0
    note: str = ""
    """A line about the model that stands in every Zwischentext's label."""


# ----------------------------------------------------------------------------------------------------- progress


class Progress(Record, frozen=True):
    """How far a long work is.  Every long generator of the engine yields these between its results."""

    stage: str
    """What is being done, in words a researcher understands."""
    done: int = 0
    total: int = 0
    """0 when it cannot be known."""
    detail: str = ""


class TextDelta(Record, frozen=True):
    """A piece of streamed text."""

    text: str
