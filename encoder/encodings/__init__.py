"""The table of encodings, and a file for each."""
