// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/experiment.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

TEST(Workloads, AreWrittenWithTheirDefaultsAndReadBack) {
    const std::pair<Workload, std::string> table[] = {
        {WaitWorkload{2.5}, R"({"kind":"wait","mode":"deadline","ms":2.5,"spread_ms":0})"},
        {WaitWorkload{MeasuredLength{"n", 7, "mean"}, WaitMode::usleep, 1},
         R"({"kind":"wait","mode":"usleep","ms":{"measured_length":)"
         R"({"calls":7,"statistic":"mean","stream":"n"}},"spread_ms":1})"},
        {SpinWorkload{4.0, 0.5}, R"({"kind":"spin","ms":4,"spread_ms":0.5})"},
        {OpenClWorkload{128, 12.0, {}, {}, "PoCL", 1},
         R"({"device":"PoCL","kind":"opencl","sequence":128,"target_ms":12,"unit":1})"},
        {OpenClWorkload{64, {}, 256, 4, "", 0},
         R"({"device":"","hidden":256,"kind":"opencl","layers":4,"sequence":64,"unit":0})"},
        {PythonWorkload{"m:f", "m:s", "", "", {"a", "b"}},
         R"({"call":"m:f","check":"","kind":"python","path":["a","b"],"setup":"m:s",)"
         R"("teardown":""})"},
    };
    for (const auto& [workload, text] : table) {
        EXPECT_EQ(to_json(workload), text);
        const auto back = parse_workload(text);
        ASSERT_TRUE(back) << to_text(back.error());
        EXPECT_EQ(*back, workload);
    }
}

TEST(Workloads, KnowTheirKind) {
    EXPECT_EQ(kind_of(WaitWorkload{}), "wait");
    EXPECT_EQ(kind_of(SpinWorkload{}), "spin");
    EXPECT_EQ(kind_of(OpenClWorkload{}), "opencl");
    EXPECT_EQ(kind_of(PythonWorkload{}), "python");
}

TEST(Workloads, AFoundSizeMayStandBesideItsTarget) {
    const auto workload =
        parse_workload(R"({"kind":"opencl","target_ms":12,"hidden":256,"layers":4})");
    ASSERT_TRUE(workload) << to_text(workload.error());
    EXPECT_EQ(std::get<OpenClWorkload>(*workload).hidden, 256);
}

TEST(Workloads, FaultsPointIntoTheObject) {
    const std::pair<std::string, std::string> table[] = {
        {R"({"kind":"wait"})", "/ms: "},
        {R"({"kind":"wait","ms":null})", "/ms: "},
        {R"({"kind":"wait","ms":-1})", "/ms: "},
        {R"({"kind":"wait","ms":1,"sequence":128})", "/sequence: "},
        {R"({"kind":"cuda"})", "/kind: "},
        {R"({"kind":3})", "/kind: "},
        {R"({"ms":3})", "/kind: "},
        {R"([])", "is an object"},
        {R"({"kind":"wait")", "this is not JSON"},
        {std::string(200, '['), "64 deep"},
    };
    for (const auto& [text, says] : table) {
        const auto workload = parse_workload(text);
        ASSERT_FALSE(workload) << text;
        EXPECT_EQ(workload.error().kind, ErrorKind::experiment);
        EXPECT_THAT(to_text(workload.error()), HasSubstr(says));
    }
}

TEST(Streams, AreWrittenWithTheirDefaults) {
    Stream stream;
    stream.workload = SpinWorkload{1.0};
    EXPECT_EQ(to_json(stream),
              R"({"binding":"pydll","inputs":{"answers":"bits","seeds":8},)"
              R"("load":{"clients":1,"kind":"closed","think_ms":0},"measured":true,)"
              R"("placement":"thread","workload":{"kind":"spin","ms":1,"spread_ms":0}})");
    stream.load = LoopLoad{2};
    stream.measured = false;
    stream.inputs.answers_bits = false;
    EXPECT_THAT(to_json(stream), HasSubstr(R"("load":{"kind":"loop","threads":2})"));
    EXPECT_THAT(to_json(stream), HasSubstr(R"("answers":"none")"));
}

TEST(Hosts, AreWrittenWithTheirDefaults) {
    Host host;
    host.cpus = {0, 2};
    host.env["A"] = "b";
    EXPECT_EQ(to_json(host),
              R"({"cpus":[0,2],"cwd":"","env":{"A":"b"},"kind":"python","lifetime":"visit",)"
              R"("lock":{"kind":"interpreter","switch_interval_ms":5},"nice":0,)"
              R"("python":"python3","stamps":"native"})");
}

// What is written for one stream or host can stand in an experiment again.
TEST(Streams, AndHostsReadBackInsideAnExperiment) {
    Stream stream;
    stream.workload = PythonWorkload{"m:f", "", "", "", {}};
    stream.binding = Binding::callable;
    Host host;
    host.stamps = Instrumentation::stamps;
    host.switch_interval_ms = 0.5;
    const auto experiment = parse_experiment(
        R"({"stallscope":1,"name":"x","cells":[{"id":"A"}],"conditions":[{"id":"c","streams":["s"]}],)"
        R"("host":)" +
        to_json(host) + R"(,"streams":{"s":)" + to_json(stream) + "}}");
    ASSERT_TRUE(experiment) << to_text(experiment.error());
    EXPECT_EQ(experiment->streams.at("s"), stream);
    EXPECT_EQ(experiment->host, host);
}

}  // namespace
}  // namespace stallscope
