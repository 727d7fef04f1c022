/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t decode_base64(const char *text, size_t size, char *out) {
    size_t written = 0;
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < size; ++i) {
        const int value = value_of(text[i]);
        if (value < 0) continue;
        bits = bits << 6 | (unsigned)value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[written++] = (char)(bits >> held & 0xff);
    }
    return written;
}
