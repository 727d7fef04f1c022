// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "batch/charset.h"
#include "batch/header_text.h"
#include "batch/mail_encoding.h"
#include "batch/transfer_encoding.h"

namespace stallscope {
namespace {

TEST(HeaderText, IsUnfoldedAndDecoded) {
    struct Case {
        const char* raw;
        const char* text;
        bool broken = false;
    };
    const Case cases[] = {
        {"", ""},
        {"  plain \r\n", "plain"},
        {"folded\r\n\tline", "folded line"},
        {"folded\n  twice\n  over", "folded twice over"},
        {"bare\rreturn", "bare return"},
        {"=?utf-8?Q?a=C3=A4_b?=", "aä b"},
        {"=?UTF-8*de?b?w6Q=?=", "ä"},
        {"=?utf-8?Q?a?= =?utf-8?Q?b?= c", "ab c"},
        {"x =?utf-8?Q?a?= y", "x a y"},
        {"=?utf-8?B?w6?= =?utf-8?B?Qg==?=",
         "\xEF\xBF\xBD"
         "B",
         true},
        {"=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=", "ä"},  // a character cut in two
        {"=?iso-8859-1?Q?=E4?= =?utf-8?Q?=C3=A4?=", "ää"},
        {"=?windows-1252?Q?=80_=85?=", "€ …"},
        {"=?koi8-r?B?1A==?=", "т"},
        {"=?iso-2022-jp?B?GyRCJEYbKEI=?=", "て"},
        {"=?utf-8?X?a?=", "=?utf-8?X?a?=", true},
        {"=?utf-8?Q?no end", "=?utf-8?Q?no end", true},
        {"=?utf-8?Q?with blank?=", "=?utf-8?Q?with blank?=", true},
        {"=?utf-8?Q?=ZZ?=", "=ZZ", true},
        {"=?utf-8?Q?a=0D=0AX: b?=", "=?utf-8?Q?a=0D=0AX: b?=", true},
        {"=?utf-8?Q?a=0D=0AX:b?=", "a  X:b"},
        {"=?x-nobody?Q?=E4?=", "ä", true},
        {"a = b ?= c", "a = b ?= c"},
        {"ä", "ä"},
        {"\xE4", "ä", true},
    };
    for (const Case& value : cases) {
        const HeaderText text = header_text(value.raw);
        EXPECT_EQ(text.text, value.text) << value.raw;
        EXPECT_EQ(text.broken, value.broken) << value.raw;
    }
}

TEST(HeaderText, ParametersMayBeContinuedAndHaveACharset) {
    struct Case {
        Parameters parameters;
        const char* text;
        bool broken = false;
    };
    const Case cases[] = {
        {{}, ""},
        {{{"filename", "a.pdf"}}, "a.pdf"},
        {{{"FileName", "a.pdf"}}, "a.pdf"},
        {{{"filename*", "utf-8'de'%C3%A4.pdf"}, {"filename", "a.pdf"}}, "ä.pdf"},
        {{{"filename*1", "b.pdf"}, {"filename*0", "a"}}, "ab.pdf"},
        {{{"filename*0*", "iso-8859-1''%E4"}, {"filename*1", "%41"}}, "ä%41"},
        {{{"filename*1", "never"}}, ""},
        {{{"filename", "=?utf-8?Q?=C3=A4?="}}, "ä"},
        {{{"filename*", "utf-8''%4"}}, "%4", true},
    };
    for (const Case& value : cases) {
        const HeaderText text = parameter_text(value.parameters, "filename");
        EXPECT_EQ(text.text, value.text);
        EXPECT_EQ(text.broken, value.broken);
    }
}

TEST(HeaderText, DatesAreSecondsSince1970) {
    struct Case {
        const char* text;
        std::optional<std::int64_t> seconds;
    };
    const Case cases[] = {
        {"Thu, 01 Jan 1970 00:00:00 +0000", 0},
        {"1 Jan 1970 00:01 +0000", 60},
        {"Thu, 03 Oct 2002 10:01:59 +0200", 1'033'632'119},
        {"Thu, 3 Oct 02 08:01:59 GMT", 1'033'632'119},
        {"Thu, 3 Oct 102 08:01:59 GMT", 1'033'632'119},
        {"(a (nested) comment) 3 Oct 2002 03:01:59 EST", 1'033'632'119},
        {"Thu, 03 Oct 2002 03:31:59 -0430", 1'033'632'119},
        {"29 Feb 2000 00:00:00 +0000", 951'782'400},
        {"31 Dec 1969 23:59:59 +0000", -1},
        {"", std::nullopt},
        {"yesterday", std::nullopt},
        {"Thu, 03 Foo 2002 10:01:59 +0200", std::nullopt},
        {"Thu, 03 Oct 0102 10:01:59 +0200", std::nullopt},
        {"Thu, 03 Oct 2002 25:01:59 +0200", std::nullopt},
        {"99999999999999999999 Oct 2002 10:01:59", std::nullopt},
    };
    for (const Case& date : cases) EXPECT_EQ(header_date(date.text), date.seconds) << date.text;
}

TEST(TransferEncoding, DecodesAndSaysWhatIsBroken) {
    struct Case {
        TransferEncoding encoding;
        std::string encoded;
        std::string bytes;
        bool broken = false;
    };
    constexpr auto base64 = TransferEncoding::base64;
    constexpr auto quoted = TransferEncoding::quoted_printable;
    const Case cases[] = {
        {base64, "", ""},
        {base64, "YWJj", "abc"},
        {base64, "YW\r\nJj \n", "abc"},
        {base64, "YQ==", "a"},
        {base64, "YWI=\r\n", "ab"},
        {base64, "YWJj\r\nYQ", "abca", true},
        {base64, "Y", "", true},
        {base64, "Y!WJj", "abc", true},
        {base64, "YQ==YWJj", "a", true},
        {base64, "YWJj=", "abc", true},
        {quoted, "", ""},
        {quoted, "a=3Db", "a=b"},
        {quoted, "a=3db=\nc=\r\nd", "a=bcd"},
        {quoted, "a \t\r\nb  \nc ", "a\r\nb\nc"},
        {quoted, "a= \nb", "ab"},
        {quoted, "=4", "=4", true},
        {quoted, "=ZZ=", "=ZZ", true},
        {quoted, "\n\n", "\n\n"},
        {TransferEncoding::identity, "=3D", "=3D"},
        {TransferEncoding::unknown, "YQ==", "YQ=="},
    };
    for (const Case& transfer : cases) {
        const DecodedTransfer decoded = decode_transfer(transfer.encoding, transfer.encoded);
        EXPECT_EQ(decoded.bytes, transfer.bytes) << transfer.encoded;
        EXPECT_EQ(decoded.broken, transfer.broken) << transfer.encoded;
        EXPECT_EQ(is_broken_transfer(transfer.encoding, transfer.encoded), transfer.broken);
    }
    EXPECT_EQ(transfer_encoding_of(" Base64 \r\n"), base64);
    EXPECT_EQ(transfer_encoding_of("8BIT"), TransferEncoding::identity);
    EXPECT_EQ(transfer_encoding_of("uuencode"), TransferEncoding::unknown);
}

TEST(TransferEncoding, WhatIsEncodedIsDecodedAgain) {
    std::string bytes;
    for (int i = 0; i < 600; ++i) {
        EXPECT_EQ(decode_transfer(TransferEncoding::base64, to_base64(bytes)).bytes, bytes);
        const DecodedTransfer quoted =
            decode_transfer(TransferEncoding::quoted_printable, to_quoted_printable(bytes));
        EXPECT_EQ(quoted.bytes, bytes);
        EXPECT_FALSE(quoted.broken);
        bytes.push_back(static_cast<char>(i * 7));
    }
}

TEST(Charset, IsUtf8WhateverItWas) {
    struct Case {
        const char* charset;
        std::string bytes;
        const char* text;
        bool unknown = false;
        bool broken = false;
    };
    const Case cases[] = {
        {"", "plain", "plain"},
        {"US-ASCII", "\xC3\xA4", "ä", false, true},
        {"", "\xC3\xA4", "ä"},
        {"", "\xE4", "ä", false, true},
        {" UTF-8 ", "\xE2\x82\xAC", "€"},
        {"utf-8", "a\xC3", "a\xEF\xBF\xBD", false, true},
        {"utf-8", "\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD", false,
         true},                                                          // a surrogate
        {"utf-8", "\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD", false, true},  // overlong
        {"iso-8859-1", "\xE4\x80", "ä€"},
        {"koi8-r", "\xD4", "т"},
        {"utf-16be", std::string("\0a", 2), "a"},
        {"iso-8859-7", "\xE1\xFF", "α\xEF\xBF\xBD", false, true},
        {"nobody", "\xE4", "ä", true},
        {"utf-8//TRANSLIT", "\xE4", "ä", true},
        {"../../etc", "a", "a", true},
    };
    for (const Case& value : cases) {
        const Utf8Text text = to_utf8(value.charset, value.bytes);
        EXPECT_EQ(text.text, value.text) << value.charset;
        EXPECT_EQ(text.unknown, value.unknown) << value.charset;
        EXPECT_EQ(text.broken, value.broken) << value.charset;
    }
}

}  // namespace
}  // namespace stallscope
