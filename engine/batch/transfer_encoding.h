// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Content-Transfer-Encoding (RFC 2045, 6).
enum class TransferEncoding {
    identity,  ///< 7bit, 8bit, binary, or none given
    base64,
    quoted_printable,
    unknown,  ///< left as it is
};

/// By name, whatever its case, blanks around it ignored.
TransferEncoding transfer_encoding_of(std::string_view name);

struct DecodedTransfer {
    std::string bytes;
    bool broken = false;  ///< something in it is not of this encoding
};
/// Bytes decoded. What is not of the encoding is skipped (base64) or kept (quoted-printable).
DecodedTransfer decode_transfer(TransferEncoding encoding, std::string_view encoded);

/// Whether decoding would find it broken, without making the bytes.
bool is_broken_transfer(TransferEncoding encoding, std::string_view encoded);

}  // namespace stallscope
