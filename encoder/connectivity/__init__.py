"""Published encodings of connectedness, one in each module."""
