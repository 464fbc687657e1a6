"""Texts come in: adapters, dates, words, chunks, and the report on what was not read."""
