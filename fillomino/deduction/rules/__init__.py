"""The rules of deduction, one a file; `fillomino.deduction.rules.registry` lists them."""
