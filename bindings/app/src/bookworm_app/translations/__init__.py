"""Sentences in German, Polish and Korean, by their English text. See sentences.py."""
