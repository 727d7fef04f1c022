// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "batch/prose.h"
#include "plan/draw.h"

namespace stallscope {

// The pieces that made mail is put together from. Lines end with \r\n.

/// How a text part is sent.
enum class SentAs { plain, quoted, base64 };

/// "Content-Type: …" and what follows, an empty line, and lines of text until `bytes` are full:
/// never more, unless one line and the header are more.
std::string text_part(Prose prose, SentAs sent_as, std::string_view subtype, std::size_t bytes,
                      Draw& draw);

/// A file in base64 with a name, which is written in one of the ways that senders have.
std::string file_part(std::size_t bytes, Draw& draw);

/// "Content-Type: multipart/KIND; boundary=…" with the parts in it, closed.
std::string multipart(std::string_view kind, const std::vector<std::string>& parts, Draw& draw);

/// Header fields of a mail up to MIME-Version, without the Content- ones. `full`: as it lies in a
/// mailbox, with the stations it came through; else the few that none lacks.
std::string mail_header(Prose prose, bool full, Draw& draw);

/// English until exactly `bytes` are full.
std::string exact_text(std::size_t bytes, Draw& draw);

}  // namespace stallscope
