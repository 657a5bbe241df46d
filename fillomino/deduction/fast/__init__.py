"""The rules in the form that is quick: several at once, applied only where something changed, silently."""
