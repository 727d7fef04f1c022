// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "documents.h"
#include "plan/text_guard.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Error error_of(std::string_view text) {
    const auto experiment = parse_experiment(text);
    EXPECT_FALSE(experiment);
    return experiment ? Error{} : experiment.error();
}

struct BrokenText {
    std::string_view name;
    std::string text;
    std::string_view where;
    std::string_view says;
};

void PrintTo(const BrokenText& one, std::ostream* out) {
    *out << one.name;
}

class BrokenTexts : public ::testing::TestWithParam<BrokenText> {};

TEST_P(BrokenTexts, AreRefusedWithTheirPlace) {
    const Error error = error_of(GetParam().text);
    EXPECT_EQ(error.kind, ErrorKind::experiment);
    EXPECT_EQ(error.where, GetParam().where);
    EXPECT_THAT(error.says, HasSubstr(std::string(GetParam().says)));
}

std::string nested(int depth) {
    return R"({"stallscope": 1, "name": )" + std::string(depth, '[') + std::string(depth, ']') +
           "}";
}

INSTANTIATE_TEST_SUITE_P(
    Plan, BrokenTexts,
    ::testing::Values(
        BrokenText{"Empty", "", "", "nothing in it"},
        BrokenText{"Blank", " \n\t\r\n", "", "nothing in it"},
        BrokenText{"Brace", "{", "line 1, column 2", "this is not JSON"},
        BrokenText{"Binary", std::string("\0\xff\0", 3), "line 1, column 1", "NUL"},
        BrokenText{"NotUtf8", "{\"name\": \"\xc3(\"}", "line 1, column 11", "not UTF-8"},
        BrokenText{"Overlong", "\"\xc0\xaf\"", "line 1, column 2", "not UTF-8"},
        BrokenText{"Surrogate", "\"\xed\xa0\x80\"", "line 1, column 2", "not UTF-8"},
        BrokenText{"LoneEscapedSurrogate", R"({"name": "\ud800"})", "line 1, column 17",
                   "this is not JSON"},
        BrokenText{"NulInAString", std::string("{\"name\": \"a\0b\"}", 15), "line 1, column 12",
                   "NUL"},
        BrokenText{"OpenLists", std::string(100'000, '['), "line 1, column 65", "64 deep"},
        BrokenText{"ClosedLists", nested(50'000), "line 1, column 90", "64 deep"},
        BrokenText{"List", "[]", "", "this is a list"},
        BrokenText{"Text", "\"experiment\"", "", "this is the text \"experiment\""},
        BrokenText{"Null", "null", "", "this is null"},
        BrokenText{"HugeNumber", R"({"stallscope": 1e999})", "line 1, column 20",
                   "the number 1e999 is too large"},
        BrokenText{"Comma", "{\"stallscope\": 1,\n \"name\": \"x\",,}", "line 2, column 14",
                   "this is not JSON"},
        BrokenText{"TwoDocuments", "{} {}", "line 1, column 4", "this is not JSON"},
        BrokenText{"Comment", "{} // no", "line 1, column 4", "this is not JSON"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(BrokenText, TooLargeAFileIsNotRead) {
    const Error error = error_of(std::string(largest_document + 1, ' '));
    EXPECT_THAT(error.says, HasSubstr("larger than 16 MiB"));
}

TEST(BrokenText, TooManyValuesAreNotRead) {
    std::string zeros = "[0";
    for (std::size_t i = 0; i < most_values; ++i) zeros += ",0";
    EXPECT_THAT(error_of(zeros + "]").says, HasSubstr("more than 500,000 values"));
}

TEST(BrokenText, BracketsInStringsDoNotNest) {
    nlohmann::json document = test::rich_document();
    document["question"] = "\"\\" + std::string(100, '[') + "\\\"" + std::string(100, '{');
    EXPECT_TRUE(parse_experiment(document.dump()));
}

TEST(BrokenText, SixtyFourLevelsAreReadAndJudged) {
    const Error error = error_of(nested(63));
    EXPECT_THAT(to_text(error), HasSubstr("/name: a text is expected, not a list"));
    EXPECT_THAT(error_of(nested(64)).says, HasSubstr("64 deep"));
}

TEST(BrokenText, AKeyThatStandsTwiceIsAFaultWhereverItStands) {
    std::string text = test::rich_document().dump();
    const std::string once = R"("at_most_ms":0.5)";
    const auto at = text.find(once);
    ASSERT_NE(at, text.npos);
    text.replace(at, once.size(), R"("at_most_ms":0.5,"at_most_ms":50)");
    const Error error = error_of(text);
    EXPECT_EQ(error.where, "/criteria/0/at_most_ms");
    EXPECT_THAT(error.says, HasSubstr("twice"));
    EXPECT_TRUE(error.also.empty());
}

TEST(BrokenText, KeysTwiceAreReportedTogetherWithOtherFaults) {
    const Error error = error_of(R"({"stallscope":1,"name":"x","name":"y","cycles":0})");
    EXPECT_THAT(to_text(error), HasSubstr("/name: the key \"name\" stands here twice"));
    EXPECT_THAT(to_text(error), HasSubstr("/cycles: a whole number"));
}

TEST(BrokenText, APointerEscapesSlashesAndTildes) {
    nlohmann::json document = test::rich_document();
    document["a/b~c"] = 1;
    const Error error = error_of(document.dump());
    EXPECT_EQ(error.where, "/a~1b~0c");
}

TEST(BrokenText, AFileThatIsNotThereIsNamed) {
    const auto experiment = read_experiment("/nonexistent/x.json");
    ASSERT_FALSE(experiment);
    EXPECT_EQ(experiment.error().kind, ErrorKind::experiment);
    EXPECT_EQ(experiment.error().where, "/nonexistent/x.json");
    EXPECT_THAT(experiment.error().says, StartsWith("there is no such file"));
}

TEST(BrokenText, AFolderIsNoExperiment) {
    const auto experiment = read_experiment(std::filesystem::temp_directory_path());
    ASSERT_FALSE(experiment);
    EXPECT_THAT(experiment.error().says, HasSubstr("folder"));
}

TEST(ErrorText, IsOneLinePerFault) {
    Error error{ErrorKind::experiment, "it is red", "/a", "Paint it", {}};
    error.also.push_back({ErrorKind::experiment, "it is wet.", {}, "Dry it.", {}});
    error.also.push_back({ErrorKind::experiment, "it is cold", "/b", {}, {}});
    EXPECT_EQ(to_text(error), "/a: it is red. Paint it\nit is wet. Dry it.\n/b: it is cold");
}

}  // namespace
}  // namespace stallscope
