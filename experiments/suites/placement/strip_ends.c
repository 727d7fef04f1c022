/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

size_t strip_ends(const char *text, size_t size, char *out) {
    size_t written = 0, keep = 0;
    for (size_t i = 0; i < size; ++i) {
        const char c = text[i];
        if (c == '\n') {
            written = keep;
            out[written++] = '\n';
            keep = written;
            continue;
        }
        out[written++] = c;
        if (c != ' ' && c != '\t' && c != '\r') keep = written;
    }
    return keep;
}
