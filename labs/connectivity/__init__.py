"""Encodings of Fillomino that differ in connectedness: nine published ones in one frame, and `forest-bool`.

`frame` is the same for each of the nine. A file holds related ones: `parents`, `steps`, `dual`. Each is a
part for regions of any graph, which `floodfill` and `partition` take, too, and an encoding with that part in
the frame. `forest_bool` is the forest in pure Booleans, with its trees in unary and binary.
"""
