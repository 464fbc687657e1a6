"""``historag study``"""

from __future__ import annotations

import argparse

from historag_tui.cli import opened
from historag_tui.cli.output import Output
from historag_tui.session import list_studies, new_study, use_study
from historag_tui.workspace import open_workspace


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="begin a study and make it the current one")
    new.add_argument("title")
    new.add_argument("--question", default="", help="the research question")
    opened.add_json(actions.add_parser("list", help="all studies; * marks the current one"))
    use = actions.add_parser("use", help="make a study the current one")
    use.add_argument("name")
    show = actions.add_parser("show", help="what holds in the study")
    opened.add_json(show)
    question = actions.add_parser("question", help="put the research question anew")
    question.add_argument("text")
    standpoint = actions.add_parser("standpoint", help="say from where you look at the sources")
    standpoint.add_argument("text", help="- reads standard input")


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Begin, list, choose, show, ask."""
    workspace = open_workspace(arguments.workspace)
    match arguments.action:
        case "new":
            session = new_study(workspace, arguments.title, arguments.question)
            session.close()
            output.line(session.name)
        case "list":
            studies = list_studies(workspace)
            if output.as_json:
                output.document(studies)
            for study in () if output.as_json else studies:
                output.line(
                    f"{'*' if study.current else ' '} {study.name}  {study.title}  {study.events} events  {study.question}"
                )
        case "use":
            use_study(workspace, arguments.name)
        case "show":
            _show(arguments, output)
        case action:
            with opened.study(arguments) as session:
                write = session.revise_question if action == "question" else session.write_standpoint
                write(opened.text_or_file(arguments.text))
    return 0


def _show(arguments: argparse.Namespace, output: Output) -> None:
    with opened.study(arguments) as session:
        state = session.state
        if output.as_json:
            output.document(
                {
                    "name": session.name,
                    "title": state.title,
                    "questions": state.questions,
                    "standpoint": state.standpoint,
                    "runs": {run.id: run.recipe for run in state.runs.values()},
                    "term_lists": list(state.term_lists.values()),
                    "corpora": {corpus.id: len(corpus.chunks) for corpus in state.corpora.values()},
                    "zwischentexte": {text.id: text.question for text in state.zwischentexte.values()},
                }
            )
            return
        output.line(f"{state.title}")
        output.line(f"  question   {state.question or 'not stated yet'}")
        for run in state.runs.values():
            decided = sum(name == run.id for name, _ in state.decisions)
            judged = sum(name == run.id for name, _ in state.judgments)
            output.line(
                f"  {run.id}  {run.recipe.topic or run.recipe.keywords}  {run.distinct} chunks, {judged} judged, {decided} decided"
            )
        for terms in state.term_lists.values():
            output.line(f"  terms {terms.name}  {', '.join(terms.accepted)}")
        for corpus in state.corpora.values():
            output.line(f"  {corpus.id}  {len(corpus.chunks)} chunks  {corpus.reason}")
        for text in state.zwischentexte.values():
            output.line(f"  {text.id}  on {text.corpus} by {text.model_name} ({text.state})  {text.question}")
