#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh SALT SIDE: one build of the loops in build/SIDE-SALT. The salt decides how many bytes lie
# before the loops and in which order they are linked; the machine code of each loop is the same.
# Side base is built with -O2, side head with functions and loops on 64-byte borders as well.
set -eu

salt=$1
side=$2
folder=build/$side-$salt
cc=${CC:-cc}
flags="-std=gnu11 -O2"
if [ "$side" = head ]; then flags="$flags -falign-functions=64 -falign-loops=64"; fi

rm -rf "$folder"
mkdir -p "$folder"
loops="strip_ends count_lines count_fields decode_quoted decode_base64"
for name in $loops bench; do
    # shellcheck disable=SC2086
    $cc $flags -c "$name.c" -o "$folder/$name.o"
done

# Steps of 16 bytes, which is what functions are aligned to, a prime number of them a salt: every
# place within a page of 4096 bytes comes up.
echo "__asm__(\".text\"); __asm__(\".skip $(((salt * 13 + 1) % 256 * 16)), 0x90\");" \
    >"$folder/padding.c"
$cc -c "$folder/padding.c" -o "$folder/padding.o"

# The list turned by the salt, and every other time turned round.
ordered=
position=0
for name in $loops $loops; do
    if [ "$position" -ge $((salt % 5)) ] && [ "$position" -lt $((salt % 5 + 5)) ]; then
        if [ $((salt / 5 % 2)) -eq 0 ]; then
            ordered="$ordered $folder/$name.o"
        else
            ordered="$folder/$name.o $ordered"
        fi
    fi
    position=$((position + 1))
done
# shellcheck disable=SC2086
$cc "$folder/bench.o" "$folder/padding.o" $ordered -o "$folder/bench"
