// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "batch/every_parser.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

std::string nested_multiparts(int levels) {
    std::string mail;
    for (int i = 0; i < levels; ++i) {
        const std::string boundary = "b" + std::to_string(i) + "x";
        mail += "Content-Type: multipart/mixed; boundary=" + boundary + "\r\n\r\n--" + boundary +
                "\r\n";
    }
    mail += "\r\ninnermost\r\n";
    for (int i = levels - 1; i >= 0; --i) mail += "--b" + std::to_string(i) + "x--\r\n";
    return mail;
}

std::string in_parts(int parts, const std::string& boundary = "b") {
    return "Content-Type: multipart/mixed; boundary=\"" + boundary + "\"\r\n\r\n" +
           repeated("--" + boundary + "\r\n\r\npart\r\n", parts) + "--" + boundary + "--\r\n";
}

struct Case {
    const char* name;
    std::string mail;
    const char* error = nullptr;  ///< part of it; nullptr: it is read
    int parts = 1;
    std::function<void(ParseLimits&)> limits = [](ParseLimits&) {};
    std::vector<MailDefect> defects = {};
};

std::vector<Case> cases() {
    std::vector<Case> all = {
        {"nothing", ""},
        {"a line end", "\r\n"},
        {"a body without header", "\r\n\r\nbody"},
        {"105 levels", nested_multiparts(105), "deeper than 100"},
        {"105 levels allowed", nested_multiparts(105), nullptr, 1,
         [](ParseLimits& limits) { limits.depth = 105; }},
        {"3,000 levels", nested_multiparts(3000), "deeper than 100"},
        {"50,000 forwarded mails in each other",
         repeated("Content-Type: message/rfc822\r\n\r\n", 50'000), "deeper than 100"},
        {"3,000 parts", in_parts(3000), nullptr, 3000},
        {"20,000 parts", in_parts(20'000), "more than 10000 parts"},
        {"11 parts where 10 may be", in_parts(10), "more than 10 parts", 0,
         [](ParseLimits& limits) { limits.parts = 10; }},
        {"a header of 200 KB", "X-Long: " + std::string(200'000, 'x') + "\r\n\r\nbody"},
        {"a header of 200 KB in 50,000 fields", repeated("A: b\r\n", 40'000) + "\r\nbody"},
        {"a header of 300 KB", "X-Long: " + std::string(300'000, 'x') + "\r\n\r\nbody",
         "longer than 262144"},
        {"a boundary of 7,000", in_parts(2, std::string(7000, 'b')), "longer than 998"},
        {"too long", "A: b\r\n\r\n" + std::string(1000, 'x'), "longer than 900", 0,
         [](ParseLimits& limits) { limits.message_bytes = 900; }},
        {"no boundary",
         "Content-Type: multipart/mixed\r\n\r\n--b\r\n\r\npart\r\n--b--\r\n",
         nullptr,
         0,
         [](ParseLimits&) {},
         {MailDefect::missing_boundary}},
        {"unclosed",
         "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\npart",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::unclosed_multipart}},
        {"an inner multipart that is not closed",
         "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
         "Content-Type: multipart/mixed; "
         "boundary=c\r\n\r\n--c\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n",
         nullptr,
         2,
         [](ParseLimits&) {},
         {MailDefect::unclosed_multipart}},
        {"NULs",
         std::string("Subject: a\0b\r\n\r\nc\0d", 20),
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::nul_bytes}},
        {"bad base64",
         "Content-Transfer-Encoding: base64\r\n\r\nAA!AA==\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::broken_base64}},
        {"bad quoted-printable",
         "Content-Transfer-Encoding: quoted-printable\r\n\r\na =zz =4\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::broken_quoted}},
        {"bad UTF-8",
         "Content-Type: text/plain; charset=utf-8\r\n\r\na \xFF\xC0 b\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::broken_charset}},
        {"a charset nobody knows",
         "Content-Type: text/plain; charset=x-nobody\r\n\r\na\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::unknown_charset}},
        {"an encoding nobody knows",
         "Content-Transfer-Encoding: x-rot13\r\n\r\na\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::unknown_encoding}},
        {"a broken encoded word",
         "Subject: =?utf-8?B?!?= =?utf-8?Q\r\n\r\na\r\n",
         nullptr,
         1,
         [](ParseLimits&) {},
         {MailDefect::broken_encoded_word}},
    };
    return all;
}

TEST(HostileMail, EndsInAResultOrAnError) {
    for (const auto& parser : every_library()) {
        for (const Case& hostile : cases()) {
            for (ParseOptions options : every_mode()) {
                if (options.shape != ParseShape::tree) continue;  // does more than flat
                SCOPED_TRACE(std::string(parser->name()) + ": " + hostile.name);
                hostile.limits(options.limits);
                const Slot slot = parser->parse(hostile.mail, options);
                const bool whole = options.mode != ParseMode::metadata;
                if (whole && hostile.error) {
                    ASSERT_FALSE(slot);
                    EXPECT_EQ(slot.error().kind, ParseError::Kind::limit);
                    EXPECT_THAT(slot.error().says, HasSubstr(hostile.error));
                } else if (whole) {
                    ASSERT_TRUE(slot) << slot.error().says;
                    EXPECT_EQ(slot->parts, hostile.parts);
                    EXPECT_EQ(slot->defects, hostile.defects);
                    options.strict = true;
                    EXPECT_EQ(parser->parse(hostile.mail, options).has_value(),
                              hostile.defects.empty());
                }
            }
        }
    }
}

// What made a library call itself without end, or search a header from each of its signs.
TEST(HostileMail, FieldsThatNestOrNearlyBeginEndAsWell) {
    const std::string mails[] = {
        "From: " + repeated("a:", 120'000) + "\r\n\r\nbody",
        "Content-Type: message/rfc822\r\n\r\nto:\n " + repeated("a:\n ", 60'000) + "\r\n\r\nbody",
        "From: " + repeated("(", 200'000) + "\r\n\r\nbody",
        "From: " + repeated("a@b,", 50'000) + "\r\n\r\nbody",
        "Date: " + repeated("(", 200'000) + "\r\n\r\nbody",
        "Subject: " + repeated("=?a?Q?", 40'000) + "\r\n\r\nbody",
        "Content-Type: text/plain" + repeated("; a=b", 40'000) + "\r\n\r\nbody",
        "Content-Type: " + repeated("(", 200'000) + "\r\n\r\nbody",
    };
    for (const auto& parser : every_library()) {
        for (const std::string& mail : mails) {
            const Slot slot = parser->parse(mail, {});
            if (slot) {
                EXPECT_EQ(slot->parts, 1);
            } else {
                EXPECT_EQ(slot.error().kind, ParseError::Kind::limit) << slot.error().says;
                EXPECT_EQ(parser->name(), "gmime");
                EXPECT_THAT(slot.error().says, HasSubstr("groups"));
            }
        }
    }
}

}  // namespace
}  // namespace stallscope
