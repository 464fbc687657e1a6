"""Phase one: finding sources and judging them."""
