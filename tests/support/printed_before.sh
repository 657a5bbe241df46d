#!/bin/sh
# printed_before.sh PROGRAM ARGUMENT...: what a program printed before for the same small input, or what it
# prints now. A file in the folder of PRINTED_BEFORE has the input and the last argument as its name.
input=$(cat)
for how; do :; done
kept=$PRINTED_BEFORE/${how##*/}:$input
[ -e "$kept" ] || { printf '%s\n' "$input" | "$@" > "$kept.new" && mv "$kept.new" "$kept"; } || exit
exec cat "$kept"
