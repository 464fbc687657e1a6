"""What is built on disk from the texts: text store, keyword index, vocabulary, vectors; and the reading of it."""
