// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/host_protocol.h"

namespace stallscope::protocol {
namespace {

using nlohmann::json;

json sent(const std::string& line) {
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    return json::parse(line);
}

TEST(CommandLines, OpenCarriesStreamsReferencesAndLanes) {
    Open open;
    open.switch_interval_ms = 2.5;
    open.stamps = Instrumentation::stamps;
    open.path = {"/home/me/experiment"};
    OpenStream gpu;
    gpu.stream.workload = WaitWorkload{12.5, WaitMode::deadline, 3};
    gpu.stream.placement = Placement::process;
    gpu.stream.binding = Binding::cdll;
    gpu.stream.load = ClosedLoad{2, 1.5};
    gpu.stream.inputs.seeds = 4;
    gpu.references = {0xdeadbeef, 1, 2, ~std::uint64_t{0}};
    open.streams["gpu"] = gpu;
    OpenStream neighbour;
    neighbour.stream.load = LoopLoad{3};
    open.streams["neighbour"] = neighbour;
    open.lanes = {{0, "gpu", Role::client, 0},
                  {1, "gpu", Role::dispatcher, 0},
                  {2, "gpu", Role::worker, 0},
                  {3, "neighbour", Role::loop, 2}};

    const json line = sent(open_line(open));
    EXPECT_EQ(line["cmd"], "open");
    EXPECT_EQ(line["switch_interval_ms"], 2.5);
    EXPECT_EQ(line["stamps"], "stamps");
    EXPECT_EQ(line["path"], json::array({"/home/me/experiment"}));
    const json& stream = line["streams"]["gpu"];
    EXPECT_EQ(stream["workload"]["kind"], "wait");
    EXPECT_EQ(stream["workload"]["ms"], 12.5);
    EXPECT_EQ(stream["workload"]["spread_ms"], 3);
    EXPECT_EQ(stream["placement"], "process");
    EXPECT_EQ(stream["binding"], "cdll");
    EXPECT_EQ(stream["load"], json::parse(R"({"kind":"closed","clients":2,"think_ms":1.5})"));
    EXPECT_EQ(stream["inputs"]["seeds"], 4);
    EXPECT_EQ(stream["references"],
              json::parse(R"(["00000000deadbeef","0000000000000001","0000000000000002",
                              "ffffffffffffffff"])"));
    EXPECT_FALSE(line["streams"]["neighbour"].contains("references"));
    EXPECT_EQ(line["streams"]["neighbour"]["load"], json::parse(R"({"kind":"loop","threads":3})"));
    EXPECT_EQ(line["lanes"][2],
              json::parse(R"({"ring":2,"stream":"gpu","role":"worker","index":0})"));
    EXPECT_EQ(line["lanes"][3],
              json::parse(R"({"ring":3,"stream":"neighbour","role":"loop","index":2})"));
    EXPECT_EQ(line["lanes"][0]["role"], "client");
    EXPECT_EQ(line["lanes"][1]["role"], "dispatcher");
}

TEST(CommandLines, TheOthersAreAsTheProtocolDocumentsThem) {
    EXPECT_EQ(sent(visit_line({"gpu", "neighbour"})),
              json::parse(R"({"cmd":"visit","streams":["gpu","neighbour"]})"));
    EXPECT_EQ(sent(visit_line({})), json::parse(R"({"cmd":"visit","streams":[]})"));
    EXPECT_EQ(sent(answers_line("gpu", 20)),
              json::parse(R"({"cmd":"answers","stream":"gpu","seeds":20})"));
    EXPECT_EQ(sent(calls_line("n", 100)),
              json::parse(R"({"cmd":"calls","stream":"n","calls":100})"));
    EXPECT_EQ(sent(verify_line("gpu")), json::parse(R"({"cmd":"verify","stream":"gpu"})"));
    EXPECT_EQ(sent(clock_line()), json::parse(R"({"cmd":"clock"})"));
    EXPECT_EQ(sent(wake_lateness_line(std::nullopt, 100)),
              json::parse(R"({"cmd":"wake_lateness","stream":null,"sleeps":100})"));
    EXPECT_EQ(sent(wake_lateness_line("n", 5)),
              json::parse(R"({"cmd":"wake_lateness","stream":"n","sleeps":5})"));
    EXPECT_EQ(sent(close_line()), json::parse(R"({"cmd":"close"})"));

    OpenClWorkload forward;
    forward.target_ms = 12;
    const json size = sent(size_line("gpu", forward));
    EXPECT_EQ(size["cmd"], "size");
    EXPECT_EQ(size["stream"], "gpu");
    EXPECT_EQ(size["workload"]["kind"], "opencl");
    EXPECT_EQ(size["workload"]["target_ms"], 12);
}

TEST(CommandLines, AreValidWhateverBytesAPathHas) {
    Open open;
    open.path = {"/home/\xff\xfe\n"};
    EXPECT_EQ(sent(open_line(open))["path"].size(), 1u);
}

}  // namespace
}  // namespace stallscope::protocol
