"""The rules of deduction, one a file; `fillomino.deduction.rules.table` lists them."""
