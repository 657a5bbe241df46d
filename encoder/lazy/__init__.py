"""The lazy method: what is asserted first, and the constraints generated from each wrong answer."""
