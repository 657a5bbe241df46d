"""Published encodings of connectedness."""
