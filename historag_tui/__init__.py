"""HistoRAG-TUI: find, judge and interpret sources in dated corpora too large to read."""
