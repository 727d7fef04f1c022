// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/host_protocol.h"

namespace stallscope::protocol {
namespace {

using testing::HasSubstr;

template <class T>
T parsed(const std::string& line) {
    auto event = parse_event(line);
    if (!event) {
        ADD_FAILURE() << event.error().says;
        return {};
    }
    if (!std::holds_alternative<T>(*event)) {
        ADD_FAILURE() << "another event: " << line;
        return {};
    }
    return std::get<T>(*event);
}

TEST(ParseEvent, ReadsHello) {
    const auto hello = parsed<Hello>(
        R"({"event":"hello","protocol":1,"pid":4242,"python":"3.13.0","executable":"/x/python",)"
        R"("implementation":"cpython","gil":false,"something":"new"})");
    EXPECT_EQ(hello.protocol, 1);
    EXPECT_EQ(hello.pid, 4242);
    EXPECT_EQ(hello.python, "3.13.0");
    EXPECT_EQ(hello.executable, "/x/python");
    EXPECT_EQ(hello.implementation, "cpython");
    EXPECT_FALSE(hello.gil);
}

TEST(ParseEvent, ReadsReadyWithWorkersAndFacts) {
    const auto ready = parsed<Ready>(
        R"({"event":"ready","workers":[{"stream":"gpu","pid":7,"start_s":0.41}],"threads":3,)"
        R"("facts":{"gpu":{"device":"PoCL","emulated":true,"device_timer":"device","driver":"d",)"
        R"("hidden":256,"layers":4,"flop":1.2e9,"warm":false},)"
        R"("ane":{"device":"wait","emulated":false,"device_timer":"host span"}}})");
    ASSERT_EQ(ready.workers.size(), 1u);
    EXPECT_EQ(ready.workers[0].stream, "gpu");
    EXPECT_EQ(ready.workers[0].pid, 7);
    EXPECT_DOUBLE_EQ(ready.workers[0].start_s, 0.41);
    EXPECT_EQ(ready.threads, 3);
    ASSERT_EQ(ready.facts.size(), 2u);
    const StreamFacts& gpu = ready.facts.at("gpu");
    EXPECT_TRUE(gpu.emulated);
    EXPECT_EQ(gpu.hidden, 256);
    EXPECT_EQ(gpu.layers, 4);
    EXPECT_DOUBLE_EQ(gpu.flop, 1.2e9);
    EXPECT_FALSE(gpu.warm);
    EXPECT_EQ(ready.facts.at("ane").device_timer, "host span");
    EXPECT_TRUE(ready.facts.at("ane").warm);
}

TEST(ParseEvent, ReadsTheAnswersToCommands) {
    const auto visit =
        parsed<VisitDone>(R"({"event":"visit_done","requests":{"gpu":412},"calls":{"n":410}})");
    EXPECT_EQ(visit.requests.at("gpu"), 412);
    EXPECT_EQ(visit.calls.at("n"), 410);

    const auto answers = parsed<Answers>(
        R"({"event":"answers","stream":"gpu","digests":["00000000deadbeef","FFFFFFFFFFFFFFFF"]})");
    EXPECT_EQ(answers.stream, "gpu");
    EXPECT_EQ(answers.digests, (std::vector<std::uint64_t>{0xdeadbeef, ~std::uint64_t{0}}));

    const auto calls = parsed<Calls>(R"({"event":"calls","stream":"n","lengths_ns":[1,2]})");
    EXPECT_EQ(calls.lengths_ns, (std::vector<std::int64_t>{1, 2}));

    const auto size = parsed<Size>(R"({"event":"size","hidden":256,"layers":4,"median_ms":12.1})");
    EXPECT_EQ(size.hidden, 256);
    EXPECT_EQ(size.layers, 4);
    EXPECT_DOUBLE_EQ(size.median_ms, 12.1);

    EXPECT_EQ(parsed<Verified>(R"({"event":"verified","stream":"g","max_error":null})").max_error,
              std::nullopt);
    EXPECT_EQ(parsed<Verified>(R"({"event":"verified","stream":"g","max_error":8e-7})").max_error,
              8e-7);

    const auto clock =
        parsed<Clock>(R"({"event":"clock","now_ns":5,"workers_now_ns":{"gpu":6},"resolution_ns":1,)"
                      R"("stamp_cost_ns":27.4,"record_cost_ns":310,"request_cost_ns":1900})");
    EXPECT_EQ(clock.now_ns, 5);
    EXPECT_EQ(clock.workers_now_ns.at("gpu"), 6);
    EXPECT_DOUBLE_EQ(clock.stamp_cost_ns, 27.4);
    EXPECT_DOUBLE_EQ(clock.request_cost_ns, 1900);

    const auto late =
        parsed<WakeLateness>(R"({"event":"wake_lateness","stream":null,"late_ns":[-1,70000]})");
    EXPECT_EQ(late.stream, std::nullopt);
    EXPECT_EQ(late.late_ns, (std::vector<std::int64_t>{-1, 70000}));

    parsed<Done>(R"({"event":"done"})");
}

TEST(ParseEvent, ReadsFaultsWithAndWithoutDetail) {
    const auto fault = parsed<Fault>(
        R"({"event":"fault","where":"stream gpu","kind":"import","says":"No module","detail":"T"})");
    EXPECT_EQ(fault.where, "stream gpu");
    EXPECT_EQ(fault.kind, "import");
    EXPECT_EQ(fault.says, "No module");
    EXPECT_EQ(fault.detail, "T");
    EXPECT_EQ(parsed<Fault>(R"({"event":"fault","where":"","kind":"call","says":"x"})").detail, "");
}

struct BadLine {
    const char* line;
    const char* says;
};

TEST(ParseEvent, RefusesWhatIsNoEventAndSaysWhy) {
    const BadLine cases[] = {
        {"", "not JSON"},
        {"hello there", "not JSON"},
        {"{\"event\":\"done\"} trailing", "not JSON"},
        {"{\"event\":\"do\xff\"}", "not JSON"},
        {"{\"event\":1e999}", "not JSON"},
        {"[]", "no JSON object"},
        {"3", "no JSON object"},
        {"{}", "/event is missing"},
        {"{\"event\":3}", "/event is not a text"},
        {"{\"event\":\"hullo\"}", "unknown"},
        {R"({"event":"hello","protocol":1})", "/pid is missing"},
        {R"({"event":"hello","protocol":"1"})", "/protocol is not a whole number"},
        {R"({"event":"hello","protocol":4294967296})", "/protocol is not a whole number of 32"},
        {R"({"event":"hello","protocol":1,"pid":18446744073709551615})", "/pid is not a whole"},
        {R"({"event":"hello","protocol":1,"pid":1.5})", "/pid is not a whole"},
        {R"({"event":"ready","workers":{}})", "/workers is not an array"},
        {R"({"event":"ready","workers":[7]})", "/workers/0 is no object"},
        {R"({"event":"ready","workers":[{"stream":"a","pid":1,"start_s":"x"}]})",
         "/workers/0/start_s is not a number"},
        {R"({"event":"ready","workers":[],"facts":[]})", "/facts is no object"},
        {R"({"event":"ready","workers":[],"facts":{"a":{"device":true}}})",
         "/facts/a/device is not a text"},
        {R"({"event":"visit_done","requests":{"a":"b"},"calls":{}})", "/requests is not an object"},
        {R"({"event":"answers","stream":"a","digests":["xyz"]})", "/digests is not an array"},
        {R"({"event":"answers","stream":"a","digests":["0x0000000000000f"]})",
         "/digests is not an array"},
        {R"({"event":"answers","stream":"a","digests":["00000000deadbeef0"]})",
         "/digests is not an array"},
        {R"({"event":"calls","stream":"a","lengths_ns":[1.5]})", "/lengths_ns is not an array"},
        {R"({"event":"verified","stream":"a"})", "/max_error is missing"},
        {R"({"event":"verified","stream":"a","max_error":"1"})", "/max_error is not a number"},
        {R"({"event":"fault","where":"a","kind":"b","says":null})", "/says is not a text"},
    };
    for (const BadLine& bad : cases) {
        const auto event = parse_event(bad.line);
        ASSERT_FALSE(event) << bad.line;
        EXPECT_THAT(event.error().says, HasSubstr(bad.says)) << bad.line;
        EXPECT_EQ(event.error().kind, ErrorKind::measurement);
        EXPECT_EQ(event.error().where, "host");
    }
}

TEST(ParseEvent, QuotesAtMostEightyPrintableCharacters) {
    const std::string head = "Warning:\x1b[31m \a\xff";
    const auto event = parse_event(head + std::string(500, 'z'));
    ASSERT_FALSE(event);
    const std::string expected = "\"Warning:[31m " + std::string(80 - 13, 'z') + "…\"";
    EXPECT_THAT(event.error().says, HasSubstr(expected));
    EXPECT_EQ(event.error().says.find('\x1b'), std::string::npos);
    EXPECT_THAT(parse_event("short").error().says, HasSubstr("(\"short\")"));
}

TEST(ParseEvent, RefusesDeepValuesBeforeItParsesThem) {
    const auto nested = [](std::size_t levels) {
        return "{\"event\":\"done\",\"x\":" + std::string(levels - 1, '[') +
               std::string(levels - 1, ']') + "}";
    };
    EXPECT_TRUE(parse_event(nested(16)));
    for (const std::size_t levels : {17u, 100'000u}) {
        const auto event = parse_event(nested(levels));
        ASSERT_FALSE(event);
        EXPECT_THAT(event.error().says, HasSubstr("16 levels"));
    }
    // Brackets inside texts do not nest, and a quotation mark may be escaped.
    EXPECT_TRUE(
        parse_event("{\"event\":\"done\",\"x\":\"\\\"" + std::string(100, '[') + "\\\\\"}"));
}

TEST(ParseEvent, RefusesLinesBeyondTheLimit) {
    const std::string padding(longest_line, ' ');
    EXPECT_THAT(parse_event("{\"event\":\"done\"}" + padding).error().says, HasSubstr("1 MiB"));
}

}  // namespace
}  // namespace stallscope::protocol
