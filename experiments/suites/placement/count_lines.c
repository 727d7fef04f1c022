/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

size_t count_lines(const char *text, size_t size) {
    size_t lines = 0;
    for (size_t i = 1; i < size; ++i) {
        if (text[i] != '\n') continue;
        if (text[i - 1] == '\r') ++lines;
    }
    return lines;
}
