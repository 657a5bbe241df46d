# The rule of Mosaic: a number counts the black cells in the block of three by three around it.
# Reads lines "HEIGHT WIDTH SIGN… VALUE…"; prints "LINE RULE CELL TEXT" for each number that is wrong.

{
    height = $1; width = $2; cells = height * width
    for (cell = 0; cell < cells; cell++) {
        sign = $(3 + cell)
        if (sign == ".") continue
        black = 0
        for (row = int(cell / width) - 1; row <= int(cell / width) + 1; row++)
            for (column = cell % width - 1; column <= cell % width + 1; column++)
                if (row >= 0 && row < height && column >= 0 && column < width)
                    black += $(3 + cells + row * width + column)
        if (black != sign) print NR, "count", cell, "a " sign " has " black " black cells around it"
    }
}
