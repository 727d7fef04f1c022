/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

size_t decode_quoted(const char *text, size_t size, char *out) {
    size_t written = 0;
    for (size_t i = 0; i < size; ++i) {
        if (text[i] != '=' || i + 2 >= size) {
            out[written++] = text[i];
            continue;
        }
        const int high = digit(text[i + 1]), low = digit(text[i + 2]);
        if (high >= 0 && low >= 0) out[written++] = (char)(high * 16 + low);
        i += 2;
    }
    return written;
}
