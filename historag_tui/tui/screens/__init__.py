"""One module a mode, imported when it is first gone to."""
