"""Phase two: interpreting a working corpus, and nothing but a working corpus."""
