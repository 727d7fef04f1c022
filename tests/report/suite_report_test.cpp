// SPDX-License-Identifier: Apache-2.0
#include "report/suite_report.h"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/suite_tables.h"
#include "report/xml_text.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SuiteValues values(double ns) {
    SuiteValues made(3, 1, 1);
    for (int b = 0; b < 3; ++b) made.at(b, 0, 0) = std::log(ns * (1 + 0.001 * b));
    return made;
}

SuiteRow row(const std::string& name, double base, double head) {
    SuiteRow made;
    made.name = name;
    made.base = values(base);
    made.head = values(head);
    return made;
}

const std::string hostile = "<script>alert(1)</script>|\"'&\x01\n";

/// A claim that is met, one that is not, one that is undecided, a row that moved.
SuiteReport report() {
    SuiteQuestion question;
    question.rows = {row("page", 70e3, 32e3), row(hostile, 1e6, 1.2e6), row("fast", 40, 41),
                     row("moved", 2e6, 3e6)};
    const struct {
        const char* id;
        std::size_t row;
        Form form;
        double bound;
    } claims[] = {{"faster", 0, Form::at_least_times, 1.8},
                  {"flat", 1, Form::within, 0.02},
                  {"tiny", 2, Form::worse_by_less_than, 0.05}};
    for (const auto& one : claims) {
        AskedClaim claim;
        claim.id = one.id;
        claim.says = "says " + std::string(one.id) + " & <more>";
        claim.rows = {one.row};
        claim.form = one.form;
        claim.bound = one.bound;
        question.claims.push_back(claim);
    }
    SuiteReport made;
    made.name = "suite <1>";
    made.question = "Is it & faster?";
    made.format = "hyperfine";
    made.statistic = "min";
    made.order = "mirrored";
    made.cpu = "A CPU";
    made.started = "2026-01-31T12:00:00Z";
    made.base_hash = std::string(64, 'a');
    made.head_hash = std::string(64, 'b');
    made.builds = 3;
    made.salted_by = "build";
    made.rounds = 1;
    made.processes = 6;
    made.seconds = 12.5;
    made.judgement = judge_suite(question);
    made.rows = question.rows;
    made.flips = {{"flat", "met", "not_met", "2026-01-30T12:00:00Z"}};
    made.machine_sd["page"] = 0.03;
    made.exit_code = 4;
    return made;
}

TEST(SuiteReport, MarkdownSaysWordsAndRatios) {
    const std::string text = suite_markdown(report());
    EXPECT_THAT(text, HasSubstr("### Gate suite &lt;1&gt;: not met — 1 of 3 claims met, 1 not met, "
                                "1 row(s) moved without a claim\n"));
    EXPECT_THAT(text, HasSubstr("| at least 1.8× faster | 1 | met | page | 2.2× faster |"));
    EXPECT_THAT(text, HasSubstr("| within ±2 % | 1 | not met |"));
    EXPECT_THAT(text, HasSubstr("too fast to classify"));
    EXPECT_THAT(text, HasSubstr("| moved | 2.00 ms | 3.00 ms | +50.0 % |"));
    EXPECT_THAT(text, HasSubstr("moved without a claim (slower)"));
    EXPECT_THAT(text, HasSubstr("70.1 µs | 32.0 µs | 2.2× faster"));
    EXPECT_THAT(text, HasSubstr("The verdict flipped: claim flat was met on 2026-01-30T12:00:00Z"));
    EXPECT_THAT(text, Not(HasSubstr("<script>")));
}

TEST(SuiteReport, JsonHasEveryFigure) {
    const auto json = nlohmann::json::parse(suite_json(report()));
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["outcome"], "not met");
    EXPECT_EQ(json["exit_code"], 4);
    EXPECT_EQ(json["claims"][0]["word"], "met");
    EXPECT_EQ(json["claims"][1]["word"], "not_met");
    EXPECT_EQ(json["claims"][2]["word"], "undecided");
    EXPECT_EQ(json["claims"][1]["points"].size(), 2u);
    EXPECT_EQ(json["rows"][3]["state"], "moved_slower");
    EXPECT_NEAR(json["rows"][0]["ratio"].get<double>(), 32.0 / 70, 1e-5);
    EXPECT_EQ(json["rows"][0]["sd"]["machine"], 0.03);
    EXPECT_EQ(json["flips"][0]["now"], "not_met");
}

TEST(SuiteReport, CsvHasEveryProcess) {
    const std::string text = suite_csv(report());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 1 + 4 * 2 * 3);
    EXPECT_THAT(text, HasSubstr("\r\npage,judged,base,0,1,1,70000\r\n"));
    EXPECT_THAT(text, HasSubstr("\"<script>alert(1)</script>|\"\"'&\x01\n\",judged,head,2,1,1,"));
}

TEST(SuiteReport, JunitFailsWhatIsNotMetAndErrsWhatIsUndecided) {
    SuiteReport made = report();
    std::string text = suite_junit(made);
    EXPECT_THAT(text, HasSubstr("<testsuite name=\"suite &lt;1&gt;\" tests=\"4\" failures=\"2\" "
                                "errors=\"1\" skipped=\"0\" time=\"12.500\" "
                                "timestamp=\"2026-01-31T12:00:00\">"));
    EXPECT_THAT(text, HasSubstr("name=\"faster: says faster &amp; &lt;more&gt;\"/>"));
    EXPECT_THAT(text, HasSubstr("<failure message=\"not met: within ±2 %; &lt;script&gt;"));
    EXPECT_THAT(text, HasSubstr("<error message=\"undecided: less than 5 % slower; fast"));
    EXPECT_THAT(text, HasSubstr("<testcase classname=\"suite &lt;1&gt;\" name=\"row moved\">"));
    EXPECT_THAT(text, Not(HasSubstr("\x01")));
    made.exit_code = 0;  // the suite lets it pass: shown as skipped, never as passed
    EXPECT_THAT(suite_junit(made), HasSubstr("<skipped message=\"undecided"));
}

TEST(SuiteReport, HtmlIsOneFileWithoutScripts) {
    const std::string text = suite_html(report());
    EXPECT_THAT(text, HasSubstr("default-src 'none'"));
    EXPECT_THAT(text, Not(HasSubstr("<script")));
    EXPECT_THAT(text, Not(HasSubstr("http://")));
    EXPECT_THAT(text, Not(HasSubstr("https://")));
    EXPECT_THAT(text, HasSubstr("&lt;script&gt;alert(1)"));
    EXPECT_THAT(text, HasSubstr("<svg"));
    EXPECT_THAT(text, HasSubstr("2.2× faster"));
}

TEST(SuiteReport, EqualBuildsAreSaid) {
    SuiteReport made = report();
    made.nothing_to_compare = true;
    made.exit_code = 0;
    EXPECT_THAT(suite_markdown(made), HasSubstr("the builds are equal, nothing to compare"));
    EXPECT_EQ(nlohmann::json::parse(suite_json(made))["outcome"], "nothing to compare");
}

TEST(SuiteWords, ChangesAreSharesUntilTheyDouble) {
    const struct {
        double ratio;
        const char* text;
    } table[] = {{1.073, "+7.3 %"},       {0.931, "-6.9 %"},    {1, "0.0 %"},
                 {2.1875, "2.2× slower"}, {0.5, "2.0× faster"}, {0.51, "-49.0 %"}};
    for (const auto& one : table) EXPECT_EQ(moved_text(one.ratio), one.text);
    EXPECT_EQ(bound_text(Form::within, 0.02), "within ±2 %");
    EXPECT_EQ(bound_text(Form::better_by_at_least, 0.125), "at least 12.5 % faster");
}

TEST(XmlText, EscapesAndReplacesWhatIsNotAllowed) {
    EXPECT_EQ(xml_text("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    EXPECT_EQ(xml_text("µ\t\n\x02\xff\x7f"), "µ\t\n???");
    EXPECT_EQ(xml_text("\xEF\xBF\xBF"), "?");
}

}  // namespace
}  // namespace stallscope
