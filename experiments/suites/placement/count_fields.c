/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

size_t count_fields(const char *text, size_t size, const char *name) {
    size_t found = 0, at = 0;
    while (at < size) {
        size_t i = 0;
        while (at + i < size && name[i] != '\0' && lower(text[at + i]) == name[i]) ++i;
        if (name[i] == '\0' && at + i < size && text[at + i] == ':') ++found;
        while (at < size && text[at] != '\n') ++at;
        ++at;
    }
    return found;
}
