"""The fast form of the rules: several at once, only where something changed, without explanations."""
