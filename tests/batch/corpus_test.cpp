// SPDX-License-Identifier: Apache-2.0
#include "batch/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "batch/batch_shapes.h"
#include "batch/every_parser.h"
#include "batch/mail_generator.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Mbox, IsSplitAtItsFromLines) {
    struct Case {
        const char* says;
        std::string text;
        std::vector<std::string> messages;
        std::size_t notes = 0;
    };
    const Case cases[] = {
        {"nothing", "", {}},
        {"one", "From a Thu Oct  3 08:01:59 2002\nA: b\n\nbody\n", {"A: b\n\nbody\n"}},
        {"two",
         "From a Thu Oct  3 08:01:59 2002\nA: b\n\nbody\n\nFrom b Thu Oct  3 08:01:59 2002\nC: "
         "d\n\n",
         {"A: b\n\nbody\n", "C: d\n"}},
        {"\\r\\n",
         "From a 08:01\r\nA: b\r\n\r\nbody\r\n\r\nFrom b 08:02\r\nC: d\r\n",
         {"A: b\r\n\r\nbody\r\n", "C: d\r\n"}},
        {"quoted",
         "From a 08:01\nA: b\n\n>From here\n>>From there\n> From\n",
         {"A: b\n\nFrom here\n>From there\n> From\n"}},
        {"a sentence",
         "From a 08:01\nA: b\n\nso\n\nFrom here on\nFrom x 08:01\n",
         {"A: b\n\nso\n\nFrom here on\nFrom x 08:01\n"}},
        {"no end of line", "From a 08:01\nA: b\n\nbody", {"A: b\n\nbody"}},
        {"bytes before", "garbage\n\nFrom a 08:01\nA: b\n", {"A: b\n"}, 1},
        {"no From line", "A: b\n\nbody\n", {}, 1},
        {"an empty message", "From a 08:01\n\nFrom b 08:02\nA: b\n", {"A: b\n"}, 1},
    };
    for (const Case& mbox : cases) {
        const Corpus corpus = split_mbox(mbox.text);
        EXPECT_EQ(corpus.messages, mbox.messages) << mbox.says;
        EXPECT_THAT(corpus.notes, SizeIs(mbox.notes)) << mbox.says;
    }
}

class CorpusFiles : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "corpus-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }
    void write(const std::string& name, const std::string& text) {
        std::filesystem::create_directories((m_folder / name).parent_path());
        std::ofstream(m_folder / name, std::ios::binary) << text;
    }
    std::filesystem::path m_folder;
};

TEST_F(CorpusFiles, AFolderIsItsEmlFilesInOrder) {
    write("b.eml", "B");
    write("a.EML", "A");
    write("c/d.eml", "D");
    write("notes.txt", "no mail");
    write("empty.eml", "");
    const auto corpus = open_corpus(m_folder);
    ASSERT_TRUE(corpus) << to_text(corpus.error());
    EXPECT_THAT(corpus->messages, ElementsAre("A", "B", "D"));
    EXPECT_THAT(corpus->notes, ElementsAre(HasSubstr("empty.eml")));
    EXPECT_EQ(corpus->bytes(), 3U);
    EXPECT_THAT(open_corpus(m_folder, 2)->messages, ElementsAre("A", "B"));
}

TEST_F(CorpusFiles, AMaildirIsWhatLiesInCurAndNew) {
    write("new/2.host", "second");
    write("cur/1.host:2,S", "first");
    write("cur/3.host:2,", "third");
    write("tmp/0.host", "half written");
    const auto corpus = open_corpus(m_folder);
    ASSERT_TRUE(corpus);
    EXPECT_THAT(corpus->messages, ElementsAre("first", "second", "third"));
}

TEST_F(CorpusFiles, AFileIsAnMboxOrOneMail) {
    write("box", "From a 08:01\nA: b\n\n\nFrom b 08:02\nC: d\n");
    write("mail", "A: b\n\nFrom here on\n");
    EXPECT_THAT(open_corpus(m_folder / "box")->messages, ElementsAre("A: b\n\n", "C: d\n"));
    EXPECT_THAT(open_corpus(m_folder / "mail")->messages, SizeIs(1));
}

TEST_F(CorpusFiles, WhatHoldsNoMailIsAnErrorWithAHint) {
    write("empty", "");
    write("folder/notes.txt", "no mail");
    for (const char* name : {"empty", "folder", "missing"}) {
        const auto corpus = open_corpus(m_folder / name);
        ASSERT_FALSE(corpus) << name;
        EXPECT_EQ(corpus.error().kind, ErrorKind::experiment);
        EXPECT_THAT(corpus.error().where, HasSubstr(name));
        EXPECT_THAT(corpus.error().hint, HasSubstr("mbox"));
    }
}

TEST(Corpus, IsDescribedAndHashed) {
    std::vector<std::string> mails;
    for (std::size_t i = 1; i <= 100; ++i) mails.push_back(plain_mail(1000 + 10 * i, i));
    mails[3] = "Content-Transfer-Encoding: Base64\r\n\r\n!!\r\n";
    const std::vector<std::string_view> views(mails.begin(), mails.end());
    const auto parsers = every_library();
    if (parsers.empty()) GTEST_SKIP() << "no mail library is there to look into mails with";
    const MailParser* const parser = parsers.front().get();
    const CorpusDescription description = describe(views, *parser);
    EXPECT_EQ(description.messages, 100U);
    EXPECT_EQ(description.least, mails[3].size());
    EXPECT_EQ(description.p10, 1100U);
    EXPECT_EQ(description.median, 1500U);
    EXPECT_EQ(description.p90, 1900U);
    EXPECT_EQ(description.p99, 1990U);
    EXPECT_EQ(description.most, 2000U);
    EXPECT_EQ(description.multipart, 0U);
    EXPECT_EQ(description.most_parts, 1);
    EXPECT_EQ(description.encodings.at("base64"), 1U);
    EXPECT_EQ(description.encodings.at("none"), 99U);
    EXPECT_EQ(description.defects.at("broken_base64"), 1U);
    EXPECT_EQ(description.sha256, corpus_sha256(views));
    // Where one mail ends and the next begins counts.
    const std::vector<std::string_view> one = {"ab", "c"};
    const std::vector<std::string_view> other = {"a", "bc"};
    EXPECT_NE(corpus_sha256(one), corpus_sha256(other));
    // printf '2\nab1\nc' | sha256sum
    EXPECT_EQ(corpus_sha256(one),
              "eb5085693b58bfe24b72a8ee7b4abc7292873032a87953fcdae0159883ea8d7a");
    EXPECT_EQ(describe({}, *parser).messages, 0U);
}

TEST(MailGenerator, FollowsTheSizesOfRealMail) {
    GeneratorSettings settings;
    settings.messages = 1000;
    const Corpus corpus = generate_corpus(settings);
    std::vector<std::size_t> sizes;
    std::size_t parts = 0;
    for (const std::string& mail : corpus.messages) {
        sizes.push_back(mail.size());
        parts += mail.find("Content-Type: multipart/") < mail.find("\r\n\r\n") ? 1 : 0;
    }
    std::sort(sizes.begin(), sizes.end());
    struct Quantile {
        double share;
        double bytes;
    };
    for (const Quantile expected : {Quantile{0.1, 1500}, {0.5, 3500}, {0.9, 9000}, {0.99, 34000}}) {
        const double found =
            static_cast<double>(sizes[static_cast<std::size_t>(expected.share * 1000) - 1]);
        EXPECT_NEAR(found / expected.bytes, 1, 0.05) << expected.share;
        EXPECT_EQ(static_cast<double>(mail_size_at(expected.share)), expected.bytes);
    }
    EXPECT_NEAR(static_cast<double>(parts) / 1000, 0.08, 0.025);
}

TEST(MailGenerator, IsTheSameForTheSameSeedEverywhere) {
    GeneratorSettings settings;
    settings.messages = 200;
    const Corpus corpus = generate_corpus(settings);
    EXPECT_EQ(corpus_sha256(corpus.views()),
              "b02a8c59c581b981611ffebed9f63d7bac536fed0dcb7b7c2c0aa6073f3fc3e2");
    settings.seed = 2;
    EXPECT_NE(generate_corpus(settings).messages, corpus.messages);
    for (const std::size_t bytes : {600U, 800U, 20'000U}) {
        EXPECT_THAT(plain_mail(bytes, 3), SizeIs(bytes));
    }
    EXPECT_THAT(mail_with_file(100'001, 3), SizeIs(100'001));
}

TEST(BatchShapes, HaveTheirSizesAndBuffersOfTheirOwn) {
    for (const BatchShape& shape : batch_shapes()) {
        if (shape.name == "large") continue;  // 12 MB; its maker is tested above
        const auto batch = make_batch(shape.name, 5);
        ASSERT_TRUE(batch);
        ASSERT_THAT(batch->messages, SizeIs(shape.messages));
        std::set<std::string> different(batch->messages.begin(), batch->messages.end());
        EXPECT_EQ(different.size(), shape.messages);
        if (shape.bytes_each > 0) {
            EXPECT_THAT(batch->messages.back(), SizeIs(shape.bytes_each));
        }
    }
    const auto unknown = make_batch("huge", 1);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().hint, HasSubstr("page"));
}

TEST(BatchShapes, RandomPagesAreDrawnWithoutRepetition) {
    Corpus corpus;
    for (int i = 0; i < 40; ++i) corpus.messages.push_back("mail " + std::to_string(i));
    for (const std::size_t page : {16U, 32U, 40U}) {
        const auto pages = random_pages(corpus, page, 5, 1);
        ASSERT_THAT(pages, SizeIs(5));
        for (const Corpus& drawn : pages) {
            EXPECT_THAT(std::set<std::string>(drawn.messages.begin(), drawn.messages.end()),
                        SizeIs(page));
        }
        EXPECT_NE(pages[0].messages, pages[1].messages);
        EXPECT_EQ(random_pages(corpus, page, 5, 1)[4].messages, pages[4].messages);
    }
    EXPECT_THAT(random_pages(corpus, 64, 1, 1)[0].messages, SizeIs(64));
    EXPECT_THAT(random_pages({}, 16, 3, 1), IsEmpty());
}

}  // namespace
}  // namespace stallscope
