"""The forms in which historians have their texts, one file a form.

A form is a module with the names of :class:`historag_tui.corpus.formats.form.Form`: it recognises its files by their
first bytes and reads one file at a time.
"""
