"""Divide a map into districts: connected, of two to four counties, and of nearly equal population."""

from drivers.enumeration import solutions
from encoder import Builder, partition
from fillomino.board import from_links, rectangle

INHABITANTS = ((9, 4, 3, 6), (2, 7, 8, 1), (5, 3, 2, 6))
"""Of each county, in thousands."""

board = rectangle(3, 4)
builder = Builder(board)
weights = [people for row in INHABITANTS for people in row]
districts = partition(builder, "d", board, size=(2, 4), weights=weights, total=(12, 16))
found = solutions(
    builder.script("districts", districts.projection), (*districts.projection, *districts.weight)
)
first = found.found[0]
joined = [pair for pair, term in districts.same.items() if first[term]]
parts = from_links(board.names, joined).components()
names = {cell: name for name, part in zip("ABCDEF", parts, strict=False) for cell in part}
for row in range(3):
    print(" ".join(names[4 * row + column] for column in range(4)))
for name, part in zip("ABCDEF", parts, strict=False):
    print(f"{name}: {first[districts.weight[part[0]]]} thousand")
print(f"one of {len(found.found)} ways" if found.complete else "and more ways")
