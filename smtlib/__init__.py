"""The language SMT-LIB: s-expressions, literals, terms, scripts as data and as text."""
