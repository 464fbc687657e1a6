"""What stands before topics and texts for each family of sentence models, as its model card has it.

A prefix that is left out costs recall without an error, so a model that is in no family here must be given its own.
"""

from __future__ import annotations

from historag_tui.embedder_settings import EmbedderSettings
from historag_tui.errors import SettingsError
from historag_tui.records import Record

_WEB_SEARCH = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"


class Preset(Record, frozen=True):
    """The prefixes of one family of models."""

    name: str
    query_prefix: str
    document_prefix: str
    source: str
    """Where the prefixes are written down."""
    known_by: tuple[str, ...]
    """What the names of its models hold, in small letters with hyphens."""


PRESETS = (
    Preset(
        "nomic-embed-text-v2-moe",
        "search_query: ",
        "search_document: ",
        "model card of nomic-ai/nomic-embed-text-v2-moe",
        ("nomic-embed-text-v2",),
    ),
    Preset(
        "nomic-embed-text-v1.5",
        "search_query: ",
        "search_document: ",
        "model card of nomic-ai/nomic-embed-text-v1.5, section 'Task instruction prefixes'",
        ("nomic-embed-text",),
    ),
    Preset(
        "qwen3-embedding",
        _WEB_SEARCH,
        "",
        "model card of Qwen/Qwen3-Embedding-0.6B, get_detailed_instruct: no space after 'Query:'",
        ("qwen3-embedding",),
    ),
    Preset(
        "multilingual-e5-large-instruct",
        f"{_WEB_SEARCH} ",
        "",
        "model card of intfloat/multilingual-e5-large-instruct, get_detailed_instruct: a space after 'Query:'",
        ("multilingual-e5-large-instruct",),
    ),
    Preset(
        "multilingual-e5",
        "query: ",
        "passage: ",
        "model cards of intfloat/multilingual-e5-small, -base and -large, section 'FAQ'",
        ("multilingual-e5",),
    ),
    Preset("all-minilm", "", "", "model card of sentence-transformers/all-MiniLM-L6-v2", ("all-minilm",)),
    Preset("none", "", "", "no prefixes", ("text-embedding-3-", "text-embedding-ada-")),
)
"""A model belongs to the first family that knows its name."""


def recognised(model: str) -> Preset | None:
    """The family of a model by its name or path; None when no family knows it."""
    name = model.lower().replace("_", "-")
    return next((preset for preset in PRESETS if any(mark in name for mark in preset.known_by)), None)


def prefixes(settings: EmbedderSettings) -> tuple[str, str]:
    """What is put before a topic and before a text: the settings' own words, else those of the preset.

    Raises SettingsError for a preset that is not known, and for a model of which nobody has said what it wants.
    """
    preset = recognised(settings.model)
    if settings.preset:
        preset = next((known for known in PRESETS if known.name == settings.preset), None)
        if preset is None:
            known = ", ".join(known.name for known in PRESETS)
            raise SettingsError(f"There is no preset '{settings.preset}'", f"Known are: {known}")
    query, document = settings.query_prefix, settings.document_prefix
    if preset is None and (query is None or document is None):
        raise SettingsError(
            f"What the model '{settings.model}' wants before topics and texts is not known",
            'Write query_prefix and document_prefix as its model card has them, or preset = "none" when it wants none',
        )
    return (
        query if query is not None else preset.query_prefix if preset else "",
        document if document is not None else preset.document_prefix if preset else "",
    )
