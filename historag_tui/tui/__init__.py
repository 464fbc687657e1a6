"""The terminal app: a thin front end over one open study."""
