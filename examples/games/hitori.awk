# All solutions of a small Hitori, by trying every answer: a program that answers (ans:).
# Reads "hitori HEIGHT WIDTH" and the rows of numbers; prints rows of 0 (white) and 1 (shaded), or none.

NR == 1 { height = $2; width = $3; next }
        { for (c = 1; c <= NF; c++) number[cells++] = $c }
END     { all = 2 ^ cells
          for (n = 0; n < all; n++) if (right(n)) show()
          if (!shown) print "none" }

function right(n,   x, y, white, first) {
    for (x = 0; x < cells; x++) { shaded[x] = n % 2; n = int(n / 2) }
    for (x = 0; x < cells; x++) {
        if (shaded[x]) {
            if (x % width < width - 1 && shaded[x + 1] || x + width < cells && shaded[x + width]) return 0
            continue
        }
        white++; first = x
        for (y = x + 1; y < cells; y++)
            if (!shaded[y] && number[x] == number[y] && (int(x / width) == int(y / width) || x % width == y % width))
                return 0
    }
    split("", seen)
    return !white || reached(first) == white
}

function reached(x) {
    if (x in seen || shaded[x]) return 0
    seen[x] = 1
    return 1 + (x % width ? reached(x - 1) : 0) + (x % width < width - 1 ? reached(x + 1) : 0) \
             + (x >= width ? reached(x - width) : 0) + (x + width < cells ? reached(x + width) : 0)
}

function show(   x) {
    if (shown++) print ""
    for (x = 0; x < cells; x++) printf "%d%s", shaded[x], x % width < width - 1 ? " " : "\n"
}
