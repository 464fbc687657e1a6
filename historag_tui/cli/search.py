"""``historag search``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError
from historag_tui.heuristik.filters import parse_filter
from historag_tui.records import Hit, Ledger, Run
from historag_tui.session.visible import one_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument(
        "topic", nargs="?", default="", metavar="TOPIC", help="what the passages would be about; - reads standard input"
    )
    parser.add_argument("--keywords", default="", metavar="Q", help='words, "phrases", +must, -not, AND, OR, prefix*')
    parser.add_argument("--terms", default="", metavar="LIST", help="a term list")
    opened.add_period(parser, "10y")
    parser.add_argument("--per-window", type=int, default=5, metavar="N", help="quota of each window (default 5)")
    parser.add_argument(
        "--depth", type=int, default=0, metavar="N", help="candidates per layer and window; 0 as many as needed"
    )
    parser.add_argument("--layer", choices=("semantic", "keyword", "both"), default="both")
    parser.add_argument(
        "--where", action="append", default=[], metavar="FIELD=VALUE", help="also !=, {A,B}, A..B, empty for missing"
    )
    parser.add_argument(
        "--cap", type=int, default=0, metavar="N", help="at most so many chunks of a document in a window"
    )
    parser.add_argument(
        "--topic-in", action="append", default=[], metavar="WINDOW=TOPIC", help="a topic of its own for a window"
    )
    parser.add_argument("--reason", default="", help="why this search, for the record")
    parser.add_argument("--no-record", action="store_true", help="do not record it")
    opened.add_json(parser)
    opened.add_events(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Search, record, show; 3 when nothing was found."""
    filters = tuple(map(parse_filter, arguments.where))
    variants = dict(map(_variant, arguments.topic_in))
    with opened.study(arguments) as session:
        topic = opened.text_or_file(arguments.topic)
        advice = session.heuristik.advice(topic)
        if advice:
            tell(advice)
        recipe = session.heuristik.recipe(
            topic,
            keywords=arguments.keywords,
            term_list=arguments.terms,
            first=arguments.first,
            last=arguments.last,
            windowing=arguments.window,
            per_window=arguments.per_window,
            depth=arguments.depth,
            layer=arguments.layer,
            filters=filters,
            cap=arguments.cap,
            reason=arguments.reason,
            variants=variants,
        )
        found = list(follow(session.heuristik.search(recipe, record=not arguments.no_record), output))[-1]
    if output.as_json:
        output.document(as_json(found))
    else:
        _show(found, output)
    if not found.hits:
        tell("historag: Nothing was retrieved. Loosen the filters or the keywords, or widen the period.")
        return 3
    return 0


def as_json(run: Run) -> dict[str, object]:
    """The documented shape."""
    return {
        "run": run.id,
        "recipe": run.recipe,
        "windows": [
            {
                "name": result.window.name,
                "from": result.window.first,
                "to": result.window.last,
                "ledger": result.ledger,
                "hits": result.hits,
            }
            for result in run.windows
        ],
        "comparison": run.comparison,
        "warnings": [
            *run.warnings,
            *(f"{result.window.name}: {text}" for result in run.windows for text in result.ledger.warnings),
        ],
    }


def _variant(text: str) -> tuple[str, str]:
    name, equals, topic = text.partition("=")
    if not equals or not topic.strip():
        raise UsageError(f"'{text[:60]}' names no topic for a window", "Write --topic-in WINDOW=TOPIC")
    return name.strip(), topic.strip()


def _show(run: Run, output: Output) -> None:
    recipe = run.recipe
    output.line(
        f"{run.id}  {recipe.topic}  [{recipe.layer}]"
        + (f"  keywords read as: {recipe.keywords_read}" if recipe.keywords_read else "")
    )
    for result in run.windows:
        output.line()
        output.line(f"{result.window.name}  {_balance(result.ledger)}")
        for warning in result.ledger.warnings:
            output.line(f"  ! {warning}")
        for hit in result.hits:
            output.line(_hit(hit))
    if run.comparison:
        output.line()
        output.line(
            f"Windowing surfaced {len(run.comparison.surfaced)} chunks that the list without windows does not hold, "
            f"and deprioritised {len(run.comparison.deprioritised)}."
        )
    for warning in run.warnings:
        output.line(f"! {warning}")


def _balance(ledger: Ledger) -> str:
    ratio = "" if ledger.ratio_chunks is None else f", {ledger.ratio_chunks:.2f} × its share of the corpus by chunk"
    return f"{ledger.retrieved} of {ledger.eligible_chunks:,} eligible chunks from {ledger.distinct_documents} documents{ratio}"


def _hit(hit: Hit) -> str:
    layers = ", ".join(f"{place.layer} {place.rank}" for place in hit.layers)
    similarity = "" if hit.similarity is None else f"  {hit.similarity:.3f}"
    text = one_line(hit.text)
    snippet = f"{text[:150]}{'…' if len(text) > 150 else ''}"
    return f"  {hit.rank:>3}  {hit.chunk[:8]}  {hit.date}  {hit.title}{similarity}  ({layers})\n       {snippet}"
