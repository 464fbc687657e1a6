"""Query expansion from the corpus's own vocabulary: neighbours with their frequencies, variants under one head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from historag_tui.corpus.words import fold
from historag_tui.heuristik.attestation import Years, check_word
from historag_tui.heuristik.frequency import Scope
from historag_tui.index.spelling import variants
from historag_tui.records import Expansion, Neighbour

if TYPE_CHECKING:
    from historag_tui.index.reader import Index

FEW_TOKENS = 200_000
"""A vocabulary trained on fewer word tokens has neighbours by accident."""
_MISREAD = 10
"""A misreading is at least so many times rarer than the word: ``religions`` is no misreading of ``religious``."""


def expand(
    index: Index,
    term: str,
    scope: Scope,
    count: int,
    *,
    minimum: int = 0,
    other_stems: bool = False,
    period: Years | None = None,
) -> Expansion:
    """A term, its neighbours in the vocabulary, and how often each occurs in each window of what is counted.

    count:        neighbours given.
    minimum:      frequency that a neighbour must have.
    other_stems:  whether neighbours with the stem of the term are passed over.
    period:       for the check of the term.
    """
    term = fold(term.strip())
    documents, counts = scope.inside(*index.vocabulary.counts(term))
    overall = scope.overall(documents, counts)
    near = _near(index, term, scope, minimum, other_stems)
    neighbours = grouped(term, overall.count, list(islice(near, max(0, count))), index.manifest.language)
    first, last = scope.years(documents)
    return Expansion(
        term=term,
        frequency=overall.count,
        documents=overall.documents,
        first=first,
        last=last,
        per_window=tuple(scope.per_window(documents, counts).tolist()),
        windows=scope.names,
        tokens=tuple(scope.tokens.tolist()),
        neighbours=neighbours,
        known=index.vocabulary.known(term),
        together=overall.count + sum(other.frequency for other in neighbours if other.variant_of == term),
        overall=overall,
        frequencies=scope.frequencies(documents, counts),
        check=check_word(index, term, scope, period),
        warnings=_warnings(index),
        where=scope.where,
    )


def _near(index: Index, term: str, scope: Scope, minimum: int, other_stems: bool) -> Iterator[Neighbour]:
    stem = index.keyword.stem(term)
    for other, similarity in index.vocabulary.nearest(term):
        if other_stems and index.keyword.stem(other) == stem:
            continue
        documents, counts = scope.inside(*index.vocabulary.counts(other))
        found = scope.overall(documents, counts)
        if found.count >= minimum:
            yield Neighbour(
                other,
                similarity,
                found.count,
                found.documents,
                *scope.years(documents),
                tuple(scope.per_window(documents, counts).tolist()),
                per_million=found.per_million,
                dispersion=found.dispersion,
            )


def grouped(term: str, frequency: int, neighbours: Sequence[Neighbour], language: str) -> tuple[Neighbour, ...]:
    """The neighbours in their order, each marked when it is a variant of the term or of a nearer neighbour.

    A variant has other marks, another spelling, or letters that are easily misread and is then much rarer; a compound
    is a word of its own.
    """
    words = [neighbour.term for neighbour in neighbours]
    often = {term: frequency} | {neighbour.term: neighbour.frequency for neighbour in neighbours}
    heads = {term}
    under: dict[str, tuple[str, str]] = {}
    for head in (term, *words):
        if head not in under:
            heads.add(head)
            for variant in variants(head, words, language):
                misread = variant.kind == "ocr" and often[variant.term] * _MISREAD <= often[head]
                if variant.term not in heads and (misread or variant.kind in ("umlaut", "spelling")):
                    under.setdefault(variant.term, (head, variant.kind))
    together = dict.fromkeys(words, 0)
    for neighbour in neighbours:
        head = under.get(neighbour.term, (neighbour.term, ""))[0]
        if head in together:
            together[head] += neighbour.frequency
    return tuple(
        msgspec.structs.replace(
            neighbour,
            variant_of=under.get(neighbour.term, ("", ""))[0],
            kind=under.get(neighbour.term, ("", ""))[1],
            together=0 if neighbour.term in under else together[neighbour.term],
        )
        for neighbour in neighbours
    )


def _warnings(index: Index) -> tuple[str, ...]:
    trained = index.manifest.vocabulary_tokens
    if index.manifest.vocabulary_ready and 0 < trained < FEW_TOKENS:
        return (
            f"the vocabulary was trained on {trained:,} word tokens only: below {FEW_TOKENS:,} neighbours come about by accident",
        )
    return ()
