# A program that answers, in awk: it reads a puzzle (height and width, then rows with 0 for an empty cell) and
# prints all of its solutions with a blank line between them, or `none`.
#
#   fillomino audit 'mine=ans:awk -f examples/foreign/backtracking.awk' --every 3 --sampled 4

NR == 1 {
    if (NF != 2) { print "; refuses boards that plain text has no place for"; refused = 1; exit }
    height = $1; width = $2; size = height * width
    next
}

{ for (i = 1; i <= NF; i++) clue[cells++] = $i }

END {
    if (refused) exit
    fill(0)
    if (!solutions) print "none"
}

# Number the cells from x on, in every way that no region contradicts.
function fill(x,    value, last) {
    if (x == size) { print_solution(); return }
    value = clue[x] ? clue[x] : 1
    last = clue[x] ? clue[x] : size
    for (; value <= last; value++) {
        number[x] = value
        if (possible(x) && (x % width == 0 || possible(x - 1)) && (x < width || possible(x - width)))
            fill(x + 1)
    }
    delete number[x]
}

# Whether the region of a cell is not too large, and can still grow if it is too small.
function possible(start,    queue, seen, count, i, y, step, beside, open) {
    queue[1] = start; seen[start]; count = 1
    for (i = 1; i <= count; i++) {
        y = queue[i]
        for (step = 1; step <= 4; step++) {
            beside = neighbour(y, step)
            if (beside < 0 || beside in seen) continue
            if (!(beside in number)) { open = 1; continue }
            if (number[beside] != number[start]) continue
            seen[beside]
            queue[++count] = beside
            if (count > number[start]) return 0
        }
    }
    return open || count == number[start]
}

# The cell above, left, right or below; -1 beyond the border.
function neighbour(x, step) {
    if (step == 1) return x - width
    if (step == 2) return x % width ? x - 1 : -1
    if (step == 3) return x % width < width - 1 ? x + 1 : -1
    return x + width < size ? x + width : -1
}

function print_solution(    x) {
    if (solutions++) print ""
    for (x = 0; x < size; x++) printf "%d%s", number[x], (x + 1) % width ? " " : "\n"
}
