"""LangChain's text splitter, as it is by default."""

from __future__ import annotations

from typing import Any

from langchain_text_splitters import RecursiveCharacterTextSplitter
from serving import serve, write_chunks


def split(articles: str, chunks: str, size: int, overlap: int) -> dict[str, Any]:
    """Cut articles into chunks of at most ``size`` characters."""
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
    return write_chunks(articles, chunks, splitter.split_text)


serve({"split": split})
