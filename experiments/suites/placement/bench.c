/* SPDX-License-Identifier: Apache-2.0 */
/* Times the loops and, as a control, copies by the C library, which no build of the loops can move.
   Writes what Google Benchmark writes: bench OUT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loops.h"

enum { size = 1 << 14, repetitions = 15, least_ns = 300000 };

static char text[size], quoted[size], base64[size], out[size];
static volatile size_t kept;

static void fill(void) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t state = 1;
    for (size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        const uint32_t draw = state >> 16;
        text[i] = draw % 9 == 0 ? ' ' : letters[draw % 52];
        quoted[i] = letters[draw % 52];
        base64[i] = letters[draw % 64];
    }
    for (size_t line = 0; line + 64 <= size; line += 64) {
        memcpy(text + line, line % 512 ? "X-Loop: " : "Subject: ", line % 512 ? 8 : 9);
        memcpy(text + line + 59, "  \t\r\n", 5);
        memcpy(quoted + line + 20, "=C3=BC", 6);
        memcpy(quoted + line + 61, "=\r\n", 3);
        memcpy(base64 + line + 62, "\r\n", 2);
    }
}

static size_t run_strip_ends(void) { return strip_ends(text, size, out); }
static size_t run_count_lines(void) { return count_lines(text, size); }
static size_t run_count_fields(void) { return count_fields(text, size, "subject"); }
static size_t run_decode_quoted(void) { return decode_quoted(quoted, size, out); }
static size_t run_decode_base64(void) { return decode_base64(base64, size, out); }
static size_t run_library_copy(void) {
    for (int i = 0; i < 16; ++i) memcpy(out, text, size);
    return (size_t)out[7];
}

static const struct {
    const char *name;
    size_t (*call)(void);
} rows[] = {{"strip_ends", run_strip_ends},       {"count_lines", run_count_lines},
            {"count_fields", run_count_fields},   {"decode_quoted", run_decode_quoted},
            {"decode_base64", run_decode_base64}, {"library_copy", run_library_copy}};

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000000000 + now.tv_nsec;
}

/* ns a call, over as many calls as fill least_ns. */
static double timed(size_t (*call)(void), int calls) {
    const int64_t begin = now_ns();
    for (int i = 0; i < calls; ++i) kept += call();
    return (double)(now_ns() - begin) / calls;
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "usage: bench OUT\n");
        return 1;
    }
    fill();
    fprintf(file, "{\"benchmarks\":[");
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; ++r) {
        int calls = 1;
        while (timed(rows[r].call, calls) * calls < least_ns) calls *= 2;
        for (int i = 0; i < repetitions; ++i) {
            fprintf(file,
                    "%s{\"name\":\"%s\",\"run_type\":\"iteration\",\"real_time\":%.3f,"
                    "\"time_unit\":\"ns\"}",
                    r + (size_t)i ? "," : "", rows[r].name, timed(rows[r].call, calls));
        }
    }
    fprintf(file, "]}\n");
    return fclose(file) ? 1 : 0;
}
