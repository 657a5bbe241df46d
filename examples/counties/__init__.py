"""A map of made-up counties, divided into districts."""
