"""HistoRAG-TUI measured against its peers, on the same real texts, in one run.  ``python -m benchmarks --help``"""
