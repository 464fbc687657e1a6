"""``historag search``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened, retrieving
from historag_tui.cli.diagnostics import tell
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    parser.add_argument(
        "topic", nargs="?", default="", metavar="TOPIC", help="what the passages would be about; - reads standard input"
    )
    parser.add_argument(
        "--keywords",
        default="",
        metavar="Q",
        help='words, "phrases", "near words"~5, pre*, *fix, r?il*d, fuzzy~1, spellings%%, title:word, +must, -not, AND, OR',
    )
    parser.add_argument("--terms", default="", metavar="LIST", help="a term list")
    parser.add_argument("--layer", choices=("semantic", "keyword", "both"), default="both")
    parser.add_argument(
        "--topic-in", action="append", default=[], metavar="WINDOW=TOPIC", help="a topic of its own for a window"
    )
    parser.add_argument(
        "--again", default="", metavar="RUN", help="follow the recipe of an earlier run on today's index"
    )
    parser.add_argument(
        "--check", action="store_true", help="only tell what the corpus has of each word; search nothing"
    )
    retrieving.add_windows(parser, "10y", 5)
    retrieving.add_vectors(parser)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Search, record, show; 3 when nothing was found."""
    variants = dict(map(_variant, arguments.topic_in))
    with opened.study(arguments) as session:
        if arguments.again:
            if arguments.topic:
                raise UsageError("--again takes topic and windows from the earlier run", "Leave the topic out")
            earlier = session.run(arguments.again).id
            return retrieving.answer(session, session.heuristik.again(earlier), arguments, output, earlier)
        topic = opened.text_or_file(arguments.topic)
        if arguments.check:
            checks = session.heuristik.check_words(f"{topic} {arguments.keywords}", arguments.first, arguments.last)
            if output.as_json:
                output.document(checks)
            for check in () if output.as_json else checks:
                output.line(check.line)
            return 0 if checks else 3
        advice = session.heuristik.advice(topic)
        if advice:
            tell(advice)
        recipe = session.heuristik.recipe(
            topic,
            keywords=arguments.keywords,
            term_list=arguments.terms,
            depth=arguments.depth,
            layer=arguments.layer,
            vectors=arguments.vectors,
            variants=variants,
            **retrieving.choices(arguments, session),
        )
        return retrieving.answer(session, recipe, arguments, output)


def _variant(text: str) -> tuple[str, str]:
    name, equals, topic = text.partition("=")
    if not equals or not topic.strip():
        raise UsageError(f"'{text[:60]}' names no topic for a window", "Write --topic-in WINDOW=TOPIC")
    return name.strip(), topic.strip()
