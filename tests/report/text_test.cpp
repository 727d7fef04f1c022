// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/row_reasons.h"
#include "analysis/stream_samples.h"
#include "plan/text_guard.h"
#include "report/markdown.h"
#include "report/report.h"
#include "report/requests_csv.h"
#include "report/row_words.h"
#include "report/tables.h"

namespace stallscope {
namespace {

using testing::HasSubstr;
using testing::Not;

Summary summary(double ms, std::int64_t n = 5000) {
    Summary made;
    made.n = n;
    made.mean = made.p5 = made.p50 = made.p95 = made.p99 = ms;
    return made;
}

Neighbour neighbour(const std::string& binding, bool device_call = false) {
    Neighbour made;
    made.stream = "neighbour";
    made.placement = binding == "process" ? "process" : "thread";
    made.binding = binding == "process" ? "cdll" : binding;
    made.workload = "wait 9 ms";
    made.loop = true;
    made.device_call = device_call;
    made.calls_ms = summary(9.5);
    return made;
}

/// A row whose return leg is `return_ms`, beside a neighbour that calls through `binding`.
Row row(const std::string& cell, double return_ms, const std::string& binding,
        bool device_call = false) {
    StreamSamples none;
    Row made;
    made.cell = cell;
    made.condition = "both";
    made.stream = "gpu";
    made.placement = "process";
    made.figures = figures_of(none);
    made.figures.n = 5000;
    made.figures.throughput_rps = 48.08;
    made.figures.legs_ms["return"] = summary(return_ms);
    made.figures.legs_ms["lock_wait"] = summary(return_ms / 2);
    if (!binding.empty()) {
        made.neighbours.push_back(neighbour(binding, device_call));
        Alignment alignment;
        alignment.suspect = "neighbour";
        alignment.of = 5000;
        alignment.header_share = binding == "pydll" ? 0.924 : 0.1;
        made.figures.alignments.push_back(alignment);
    }
    made.why_null = reasons_for_null(made.figures, {});
    Repeat repeat;
    repeat.visit = 1;
    repeat.figures = made.figures;
    repeat.why_null = made.why_null;
    made.repeats.push_back(std::move(repeat));
    return made;
}

RunResults run_of(std::vector<Row> rows) {
    RunResults results;
    results.name = "probe";
    results.status = "complete";
    results.environment_json = results.facts_json = "{}";
    results.rows = std::move(rows);
    return results;
}

TEST(OneSentence, HoldsTheHeldAgainstTheReleasedAndTheIdleReply) {
    const RunResults results = run_of({row("idle", 0.08, ""), row("wait-held", 9.41, "pydll"),
                                       row("wait-released", 0.11, "cdll")});
    EXPECT_EQ(one_sentence(results),
              "With the lock held (wait-held) the reply waits 9.41 ms (P50) from service end to "
              "received, released (wait-released) 0.11 ms, idle 0.08 ms: 92 % of held replies are "
              "read within 0.5 ms of a call's end.");
}

TEST(OneSentence, ComparesTheSameKindOfCall) {
    const RunResults results =
        run_of({row("call-held", 15.6, "pydll", true), row("wait-released", 0.11, "cdll", false),
                row("call-released", 0.2, "cdll", true), row("wait-held", 9.4, "pydll", false)});
    EXPECT_THAT(one_sentence(results), HasSubstr("held (call-held)"));
    EXPECT_THAT(one_sentence(results), HasSubstr("released (call-released) 0.20 ms"));
}

TEST(OneSentence, StaysNeutralWithoutSuchAContrast) {
    EXPECT_EQ(one_sentence(run_of({row("A", 3.0, "process"), row("B", 0.5, "process")})),
              "The reply of gpu takes 3.00 ms (P50) from service end to received in cell A, "
              "condition both, and 0.50 ms in cell B, condition both.");
    EXPECT_EQ(one_sentence(run_of({})),
              "No complete visit has requests, so there is nothing to say yet.");
}

TEST(ShortTable, HasOneAlignedLineForEachCellAndFitsATerminal) {
    Row emulated = row("held", 9.41, "pydll");
    emulated.emulated = true;
    emulated.device = "gpu → PoCL CPU core (emulated)";
    const std::string text = short_table(
        run_of({emulated, row(std::string(300, 'x'), 0.11, "cdll"), row("idle", 0.08, "")}));
    std::istringstream lines(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(characters_in(line), 100U) << line;
        all.push_back(line);
    }
    ASSERT_GE(all.size(), 6U);
    EXPECT_THAT(all[2], testing::MatchesRegex("held +9.410 +9.410 +4.705 +– +92.4 % +48.1 +9.500"));
    EXPECT_THAT(all[4], testing::MatchesRegex("idle +0.080 +0.080 +0.040 +– +– +48.1 +–"));
    EXPECT_EQ(characters_in(all[2]), characters_in(all[4]));
    EXPECT_THAT(text, HasSubstr("gpu → PoCL CPU core (emulated)"));
}

TEST(ShortTable, SaysWhenTheRunIsPartial) {
    RunResults results = run_of({row("idle", 0.08, "")});
    results.status = "partial";
    results.visits_planned = 10;
    results.visits_complete = 3;
    EXPECT_THAT(short_table(results),
                HasSubstr("This run is partial: 3 of 10 planned visits are complete."));
    EXPECT_THAT(short_table(run_of({})), HasSubstr("nothing to show"));
}

TEST(ShortTable, LetsNoNameReachTheTerminalAsAnOrder) {
    const std::string text = short_table(run_of({row("a\x1b[31m\nb\xff", 0.08, "")}));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\xff")));
    EXPECT_THAT(text, HasSubstr("a?[31m?b?"));
}

TEST(LockBesideARow, FollowsWhatTheCellDeclares) {
    EXPECT_EQ(lock_beside(row("a", 1, "")), LockBeside::alone);
    EXPECT_EQ(lock_beside(row("a", 1, "pydll")), LockBeside::held);
    EXPECT_EQ(lock_beside(row("a", 1, "cdll")), LockBeside::released);
    EXPECT_EQ(lock_beside(row("a", 1, "callable")), LockBeside::callable);
    EXPECT_EQ(lock_beside(row("a", 1, "process")), LockBeside::process);
    Row both = row("a", 1, "cdll");
    both.neighbours.push_back(neighbour("pydll"));
    EXPECT_EQ(lock_beside(both), LockBeside::held);
}

TEST(Markdown, TakesMarkupAwayFromNames) {
    EXPECT_EQ(escaped("a|b"), "a\\|b");
    EXPECT_EQ(escaped("`rm`\n| x |"), "\\`rm\\` \\| x \\|");
    EXPECT_EQ(escaped("<script>&"), "&lt;script&gt;&amp;");
    EXPECT_EQ(escaped("gpu → ü"), "gpu → ü");
}

TEST(Markdown, AHostileNameCannotBreakATable) {
    Row hostile = row("x|y`\n## Table 1", 1.0, "pydll");
    hostile.stream = "<b>|";
    RunResults results = run_of({hostile});
    results.name = "a\n# b";
    results.question = "|`<img src=x>";
    results.findings.push_back({"id|", "note", "w\nw", "s`s`", "a|"});
    const std::string text = tables_markdown(results);
    EXPECT_THAT(text, Not(HasSubstr("\n## Table 1\n")));
    EXPECT_THAT(text, Not(HasSubstr("<img")));
    EXPECT_THAT(text, Not(HasSubstr("<b>")));
    // Every line of a table has as many borders as its head.
    std::istringstream lines(text);
    std::size_t borders = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] != '|') {
            borders = 0;
            continue;
        }
        std::size_t found = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            found += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
        }
        EXPECT_TRUE(borders == 0 || borders == found) << line;
        borders = found;
    }
}

TEST(Markdown, AnEmulatedDeviceIsMarkedInEveryTableItStandsIn) {
    Row emulated = row("held", 9.41, "pydll");
    emulated.emulated = true;
    emulated.device = "gpu → PoCL CPU core (emulated)";
    RunResults results = run_of({emulated});
    results.emulated_streams = {emulated.device};
    results.differences.push_back({"held", "idle", "gpu: device", "", "x"});
    const std::string text = tables_markdown(results);
    for (const char* heading :
         {"## Table 1.", "## Table 3.", "## Table 4.", "## Table 6.", "## Table 9."}) {
        const auto at = text.find(heading);
        ASSERT_NE(at, std::string::npos) << heading;
        const auto end = text.find("\n## ", at + 1);
        EXPECT_THAT(text.substr(at, end - at), HasSubstr("gpu → PoCL CPU core (emulated)"))
            << heading;
    }
}

TEST(Markdown, OfManyCellsOnlyComparedDifferencesAreListed) {
    RunResults results;
    results.experiment_json =
        R"({"stallscope":1,"name":"b","kind":"batch","cells":[{"id":"c1"},{"id":"c2"},{"id":"c3"}],
            "criteria":[{"id":"k","cell":"c2","against":"c1","worse_by_less_than":"5%"}]})";
    for (int i = 0; i < 120; ++i)
        results.differences.push_back({"c3", "c1", "batch: workload", "a against b", "–"});
    results.differences.push_back({"c1", "c2", "batch: workload", "compared", "–"});
    results.differences.push_back({"c3", "c2", "batch: load", "", "undeclared"});
    const std::string text = differences_table(results);
    EXPECT_THAT(text, HasSubstr("| c1 | c2 | batch: workload | compared | – |"));
    EXPECT_THAT(text, HasSubstr("**not declared**"));
    EXPECT_THAT(text, Not(HasSubstr("a against b")));
    EXPECT_THAT(text, HasSubstr("120 more declared differences"));
    results.differences.resize(100);
    EXPECT_THAT(differences_table(results), HasSubstr("a against b"));
}

TEST(ResultsJson, WhatWasNotMeasuredIsNullWithItsReason) {
    const auto json = nlohmann::json::parse(results_json(run_of({row("a", 1.0, "")})));
    const auto& made = json["rows"][0];
    EXPECT_TRUE(made["mismatches"].is_null());
    EXPECT_EQ(made["why_null"]["mismatches"], "no answer was compared");
    EXPECT_TRUE(made["legs_ms"]["device"].is_null());
    EXPECT_TRUE(made["why_null"].contains("legs_ms.device"));
    EXPECT_TRUE(made["device"].is_null());
    EXPECT_TRUE(made["why_null"].contains("device"));
}

TEST(ResultsJson, SurvivesNamesThatAreNoUtf8AndDeepEnvironments) {
    RunResults results = run_of({row("\xff\"\\", 1.0, "")});
    results.environment_json = std::string(100'000, '[');
    const auto json = nlohmann::json::parse(results_json(results));
    EXPECT_TRUE(json["environment"].is_null());
    EXPECT_EQ(json["rows"][0]["cell"], "\xef\xbf\xbd\"\\");
}

TEST(Csv, QuotesWhatNeedsIt) {
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\"\r\n"), "\"say \"\"x\"\"\r\n\"");
}

}  // namespace
}  // namespace stallscope
