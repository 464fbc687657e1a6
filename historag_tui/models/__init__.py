"""Doors to models: embedders and chat models, one file per provider behind a small protocol."""
