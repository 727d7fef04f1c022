/* SPDX-License-Identifier: Apache-2.0 */
/* Hot loops as a mail parser has them, one file each, so that the linker can put them anywhere. */
#pragma once

#include <stddef.h>

/* Bytes of `text` without white space at the ends of its lines. */
size_t strip_ends(const char* text, size_t size, char* out);
/* Lines of `text` that end with CRLF. */
size_t count_lines(const char* text, size_t size);
/* Header fields named `name` (lower case), whatever their case in `text`. */
size_t count_fields(const char* text, size_t size, const char* name);
/* What quoted-printable text stands for; bytes written to `out`. */
size_t decode_quoted(const char* text, size_t size, char* out);
/* What base64 text stands for, line ends skipped; bytes written to `out`. */
size_t decode_base64(const char* text, size_t size, char* out);
