// SPDX-License-Identifier: Apache-2.0
#include "batch/mail_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/every_parser.h"
#include "batch/mail_generator.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* mail_with_everything =
    "From: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>\r\n"
    "Subject: =?utf-8?B?R3LDvMOf?=\r\n =?utf-8?Q?e_aus?= Bonn\r\n"
    "Date: Thu, 03 Oct 2002 10:01:59 +0200 (CEST)\r\n"
    "MIME-Version: 1.0\r\n"
    "Content-Type: multipart/mixed;\r\n boundary=\"out er\"\r\n"
    "X-Last: yes\r\n\r\n"
    "preamble\r\n"
    "--out er\r\n"
    "Content-Type: multipart/alternative; boundary=in\r\n\r\n"
    "--in\r\n"
    "Content-Type: text/plain; charset=iso-8859-1\r\n"
    "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    "caf=E9 =\r\nau lait  \r\nend\r\n"
    "--in\r\n"
    "Content-Type: TEXT/HTML; charset=\"utf-8\"\r\n\r\n"
    "<p>--in the text, not --in</p>\r\n"
    "--in--\r\n"
    "epilogue\r\n"
    "--out er\r\n"
    "Content-Type: application/pdf; name=ignored.pdf\r\n"
    "Content-Disposition: attachment; filename*=utf-8''gr%C3%BC%C3%9Fe.pdf\r\n"
    "Content-Transfer-Encoding: BASE64\r\n\r\n"
    "JVBERi0=\r\n"
    "--out er\r\n"
    "Content-Type: message/rfc822\r\n\r\n"
    "Subject: inner\r\n\r\nforwarded\r\n"
    "--out er--\r\n";

TEST(MailParser, ReadsWhatAPersonWouldRead) {
    for (const auto& parser : every_library()) {
        SCOPED_TRACE(parser->name());
        ParseOptions options;
        options.shape = ParseShape::tree;
        const Slot slot = parser->parse(mail_with_everything, options);
        ASSERT_TRUE(slot) << slot.error().says;
        EXPECT_EQ(slot->subject, "Grüße aus Bonn");
        EXPECT_EQ(slot->from, "Jörg <joerg@example.org>");
        EXPECT_EQ(slot->date_s, 1'033'632'119);
        std::vector<std::string> names;
        for (const MailHeader& header : slot->headers) names.push_back(header.name);
        EXPECT_THAT(names, ElementsAre("From", "Subject", "Date", "MIME-Version", "Content-Type",
                                       "X-Last"));
        EXPECT_THAT(slot->texts,
                    ElementsAre(MailText{"text/plain", "café au lait\nend"},
                                MailText{"text/html", "<p>--in the text, not --in</p>"},
                                MailText{"text/plain", "forwarded"}));
        EXPECT_THAT(slot->attachments,
                    ElementsAre(MailAttachment{"grüße.pdf", "application/pdf", "%PDF-", ""}));
        EXPECT_THAT(
            slot->tree,
            ElementsAre(MailNode{-1, "multipart/mixed", -1, -1},
                        MailNode{0, "multipart/alternative", -1, -1},
                        MailNode{1, "text/plain", 0, -1}, MailNode{1, "text/html", 1, -1},
                        MailNode{0, "application/pdf", -1, 0},
                        MailNode{0, "message/rfc822", -1, -1}, MailNode{5, "text/plain", 2, -1}));
        EXPECT_THAT(slot->defects, IsEmpty());
        EXPECT_EQ(slot->parts, 4);
        EXPECT_EQ(slot->depth, 2);
    }
}

TEST(MailParser, ModesMakeLessOfTheSameMail) {
    for (const auto& parser : every_library()) {
        SCOPED_TRACE(parser->name());
        ParseOptions options;
        const ParsedMail full = parser->parse(mail_with_everything, options).value();
        EXPECT_THAT(full.tree, IsEmpty());

        options.mode = ParseMode::lazy;
        ParsedMail lazy = parser->parse(mail_with_everything, options).value();
        EXPECT_EQ(lazy.texts, full.texts);
        ASSERT_EQ(lazy.attachments.size(), 1U);
        EXPECT_EQ(lazy.attachments[0].encoding, "base64");
        EXPECT_THAT(lazy.attachments[0].bytes, HasSubstr("JVBERi0="));
        EXPECT_EQ(decoded_bytes(lazy.attachments[0]), full.attachments[0].bytes);

        options.mode = ParseMode::metadata;
        const ParsedMail metadata = parser->parse(mail_with_everything, options).value();
        EXPECT_EQ(metadata.subject, full.subject);
        EXPECT_EQ(metadata.headers, full.headers);
        EXPECT_EQ(metadata.date_s, full.date_s);
        EXPECT_THAT(metadata.texts, IsEmpty());
        EXPECT_EQ(metadata.parts, 0);
    }
}

TEST(MailParser, EveryLibraryShowsTheSameOfWellFormedMail) {
    const auto parsers = every_library();
    if (parsers.size() < 2) GTEST_SKIP() << "only one library is there to compare";
    for (const double share : {0.08, 1.0}) {
        GeneratorSettings settings;
        settings.messages = 150;
        settings.multipart = share;
        settings.seed = 7;
        const Corpus corpus = generate_corpus(settings);
        for (const ParseOptions& options : every_mode()) {
            for (const std::string& mail : corpus.messages) {
                const Slot first = parsers[0]->parse(mail, options);
                const Slot second = parsers[1]->parse(mail, options);
                ASSERT_TRUE(first && second);
                ASSERT_EQ(*first, *second) << mail;
                ASSERT_EQ(digest_of(first), digest_of(second));
                ASSERT_THAT(first->defects, IsEmpty()) << mail;
            }
        }
    }
}

TEST(MailParser, ADigestTellsMailsApart) {
    ParsedMail mail;
    mail.subject = "ab";
    mail.from = "c";
    ParsedMail shifted;
    shifted.subject = "a";
    shifted.from = "bc";
    EXPECT_NE(digest_of(mail), digest_of(shifted));
    shifted = mail;
    EXPECT_EQ(digest_of(mail), digest_of(shifted));
    shifted.defects.push_back(MailDefect::nul_bytes);
    EXPECT_NE(digest_of(mail), digest_of(shifted));
    shifted = mail;
    shifted.date_s = 0;
    EXPECT_NE(digest_of(mail), digest_of(shifted));
    EXPECT_EQ(digest_of(ParsedMail{}), digest_of(ParsedMail{}));
    const Slot error = tl::unexpected(ParseError{ParseError::Kind::limit, ""});
    EXPECT_NE(digest_of(Slot(ParsedMail{})), digest_of(error));
}

TEST(MailParser, NamesThatNobodyKnowsAreErrorsWithTheWayOut) {
    const auto parser = make_parser("libmagic");
    ASSERT_FALSE(parser);
    EXPECT_EQ(parser.error().kind, ErrorKind::experiment);
    EXPECT_THAT(parser.error().hint, HasSubstr("spin"));
    EXPECT_FALSE(make_parser("spin", {-1, 0}));
    EXPECT_FALSE(make_parser("spin", {0, 1e300}));
}

TEST(MailParser, TheListingSaysWhatIsThereOrWhyNot) {
    const auto listing = parser_listing();
    ASSERT_EQ(listing.size(), 3U);
    for (const ParserListing& parser : listing) {
        const auto made = make_parser(parser.name);
        EXPECT_EQ(made.has_value(), parser.missing.empty());
        if (made) {
            EXPECT_EQ((*made)->name(), parser.name);
        } else {
            EXPECT_EQ(made.error().kind, ErrorKind::environment);
            EXPECT_THAT(made.error().hint, HasSubstr("Install"));
        }
    }
}

}  // namespace
}  // namespace stallscope
