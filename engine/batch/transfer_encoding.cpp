// SPDX-License-Identifier: Apache-2.0
#include "batch/transfer_encoding.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "batch/ascii.h"

namespace stallscope {

namespace {

constexpr std::uint8_t no_sign = 0xFF;
constexpr std::uint8_t blank = 0xFE;
constexpr std::uint8_t pad = 0xFD;

constexpr std::array<std::uint8_t, 256> base64_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_sign);
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    }
    for (const char c : {' ', '\t', '\r', '\n'}) values[static_cast<unsigned char>(c)] = blank;
    values['='] = pad;
    return values;
}();

// Each sink takes one decoded byte, or a run of bytes that stand for themselves.
struct Bytes {
    std::string bytes;
    void put(char c) { bytes.push_back(c); }
    void put(std::string_view run) { bytes.append(run); }
};
struct Nothing {
    void put(char) {}
    void put(std::string_view) {}
};

// Returns whether it is broken. Decoding ends at the first padding, as RFC 2045 has it.
template <class Sink>
bool base64(std::string_view encoded, Sink& sink) {
    std::uint32_t bits = 0;
    int signs = 0;
    bool broken = false;
    std::size_t i = 0;
    for (; i < encoded.size(); ++i) {
        const std::uint8_t value = base64_values[static_cast<unsigned char>(encoded[i])];
        if (value >= pad) {
            if (value == pad) break;
            broken |= value == no_sign;
            continue;
        }
        bits = bits << 6U | value;
        if (++signs == 4) {
            sink.put(static_cast<char>(bits >> 16U & 0xFFU));
            sink.put(static_cast<char>(bits >> 8U & 0xFFU));
            sink.put(static_cast<char>(bits & 0xFFU));
            signs = 0;
        }
    }
    int pads = 0;
    for (; i < encoded.size(); ++i) {
        const std::uint8_t value = base64_values[static_cast<unsigned char>(encoded[i])];
        if (value == pad) {
            ++pads;
        } else if (value != blank) {
            broken = true;
        }
    }
    if (signs == 2) sink.put(static_cast<char>(bits >> 4U & 0xFFU));
    if (signs == 3) {
        sink.put(static_cast<char>(bits >> 10U & 0xFFU));
        sink.put(static_cast<char>(bits >> 2U & 0xFFU));
    }
    return broken || signs == 1 || (signs > 0 && signs + pads != 4) || (signs == 0 && pads > 0);
}

// Of one line without its end: blanks at its end were added on the way (RFC 2045, 6.7, rule 3).
template <class Sink>
bool quoted_line(std::string_view line, bool& soft, Sink& sink) {
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    soft = !line.empty() && line.back() == '=';
    if (soft) line.remove_suffix(1);
    bool broken = false;
    for (;;) {
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            sink.put(line);
            return broken;
        }
        sink.put(line.substr(0, equals));
        line.remove_prefix(equals + 1);
        const int high = line.size() > 1 ? hex_value(line[0]) : -1;
        const int low = line.size() > 1 ? hex_value(line[1]) : -1;
        if (high < 0 || low < 0) {
            sink.put('=');
            broken = true;
        } else {
            sink.put(static_cast<char>(high * 16 + low));
            line.remove_prefix(2);
        }
    }
}

template <class Sink>
bool quoted_printable(std::string_view encoded, Sink& sink) {
    bool broken = false;
    while (!encoded.empty()) {
        const std::size_t newline = encoded.find('\n');
        std::string_view line = encoded.substr(0, newline);
        encoded.remove_prefix(newline == std::string_view::npos ? encoded.size() : newline + 1);
        std::string_view end = newline == std::string_view::npos ? "" : "\n";
        if (!end.empty() && !line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
            end = "\r\n";
        }
        bool soft = false;
        broken |= quoted_line(line, soft, sink);
        if (!soft) sink.put(end);
    }
    return broken;
}

template <class Sink>
bool decode(TransferEncoding encoding, std::string_view encoded, Sink& sink) {
    switch (encoding) {
        case TransferEncoding::base64:
            return base64(encoded, sink);
        case TransferEncoding::quoted_printable:
            return quoted_printable(encoded, sink);
        case TransferEncoding::identity:
        case TransferEncoding::unknown:
            break;
    }
    sink.put(encoded);
    return false;
}

}  // namespace

TransferEncoding transfer_encoding_of(std::string_view name) {
    name = trimmed(name);
    if (name.empty() || equal_ignoring_case(name, "7bit") || equal_ignoring_case(name, "8bit") ||
        equal_ignoring_case(name, "binary")) {
        return TransferEncoding::identity;
    }
    if (equal_ignoring_case(name, "base64")) return TransferEncoding::base64;
    if (equal_ignoring_case(name, "quoted-printable")) return TransferEncoding::quoted_printable;
    return TransferEncoding::unknown;
}

DecodedTransfer decode_transfer(TransferEncoding encoding, std::string_view encoded) {
    Bytes sink;
    sink.bytes.reserve(encoding == TransferEncoding::base64 ? encoded.size() / 4 * 3 + 3
                                                            : encoded.size());
    const bool broken = decode(encoding, encoded, sink);
    return {std::move(sink.bytes), broken};
}

bool is_broken_transfer(TransferEncoding encoding, std::string_view encoded) {
    Nothing sink;
    return decode(encoding, encoded, sink);
}

}  // namespace stallscope
