#!/usr/bin/awk -f
# Fillomino by roots and distances, in awk. Reads "HEIGHT WIDTH" and the rows, 0 for an empty cell, and prints
# SMT-LIB; served (cmd:--serve --puzzle-format plain) it goes on with the next puzzle.
#   n_x  the number of cell x        r_x  its region's root        d_x  the distance to the root, about

/^[{]/ { print "; refuses JSON"; exit }
!rows  { rows = height = $1; width = $2; cell = 0; split("", clue); next }
       { for (c = 1; c <= NF; c++) clue[cell++] = $c }
!--rows { script(); print "; end"; fflush() }

function link(x, y) {
    path[x] = path[x] " (and (= r_" y " r_" x ") (< d_" y " d_" x "))"
    path[y] = path[y] " (and (= r_" x " r_" y ") (< d_" x " d_" y "))"
    apart = apart "(assert (=> (= n_" x " n_" y ") (= r_" x " r_" y ")))\n"
}

function script(   cells, x, y, sum) {
    cells = height * width
    split("", path); apart = ""
    for (x = 0; x < cells; x++) {
        path[x] = path[x] ""
        if (x % width < width - 1) link(x, x + 1)
        if (x + width < cells) link(x, x + width)
    }
    print "(set-logic QF_LIA)"
    for (x = 0; x < cells; x++)
        print "(declare-fun n_" x " () Int)\n(declare-fun r_" x " () Int)\n(declare-fun d_" x " () Int)"
    print "; family clue: a clue is its cell's number"
    for (x = 0; x < cells; x++)
        if (clue[x]) print "(assert (= n_" x " " clue[x] "))"
    print "; family root: a root is a cell"
    for (x = 0; x < cells; x++)
        print "(assert (and (<= 0 r_" x ") (< r_" x " " cells ")))"
    print "; family count: the number is that of the cells with the same root"
    for (x = 0; x < cells; x++) {
        sum = "0"
        for (y = 0; y < cells; y++) sum = sum " (ite (= r_" y " r_" x ") 1 0)"
        print "(assert (= n_" x " (+ " sum ")))"
    }
    print "; family path: a cell is its own root, or beside a cell of the same root that is nearer to it"
    for (x = 0; x < cells; x++)
        print "(assert (or (= r_" x " " x ")" path[x] " false))"
    print "; family apart: neighbours with the same number have the same root"
    printf "%s", apart
}
