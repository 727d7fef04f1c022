// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/device_text.h"
#include "cli/golden.h"

namespace stallscope::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::vector<DeviceRow> some_devices = {
    {"wait", "found", "sleeps until a deadline", "", "CLOCK_MONOTONIC", false, "", ""},
    {"opencl:0:0", "found", "PoCL CPU core (emulated)", "PoCL 3.1, OpenCL 3.0",
     "CLOCK_MONOTONIC_RAW, mapped to ±300 ns", true, "", ""},
    {"cuda", "no-driver", "CUDA", "", "", false, "libcuda.so.1 is not there",
     "install NVIDIA's driver"},
    {"metal", "blocked", "Metal", "", "", false, "its driver did not answer within 10 s", ""}};

const std::vector<PythonRow> some_pythons = {
    {"/usr/bin/python3.11", "3.11.2", "found", true, "", {"numpy", "torch"}},
    {"/opt/python3.13t/bin/python3", "3.13.0", "found", false, "", {}},
    {"/usr/bin/python2", "2.7.18", "too-old", true, "3.9 is the oldest that can be a host", {}},
    {"/opt/odd/python3", "", "unusable", true, "it did not answer within 10 s", {}}};

TEST(DeviceText, IsATableWithReasonsBelow) {
    expect_golden("devices.txt", device_text(some_devices, some_pythons, Paint(false)));
    EXPECT_THAT(device_text({}, {}, Paint(false)), HasSubstr("install Python 3.9 or newer"));
}

TEST(DeviceText, ColourChangesNothingButColour) {
    auto painted = device_text(some_devices, some_pythons, Paint(true));
    EXPECT_THAT(painted, HasSubstr("\x1b[33m"));
    for (auto at = painted.find('\x1b'); at != std::string::npos; at = painted.find('\x1b')) {
        painted.erase(at, painted.find('m', at) - at + 1);
    }
    EXPECT_EQ(painted, device_text(some_devices, some_pythons, Paint(false)));
}

TEST(DeviceJson, HasStableKeys) {
    const auto all = json::parse(device_json(some_devices, some_pythons));
    EXPECT_EQ(all["schema"], 1);
    for (const auto* key :
         {"id", "state", "name", "version", "clock", "emulated", "why", "advice"}) {
        EXPECT_TRUE(all["devices"][2].contains(key)) << key;
    }
    EXPECT_EQ(all["devices"][1]["emulated"], true);
    for (const auto* key : {"path", "version", "state", "gil", "why", "modules"}) {
        EXPECT_TRUE(all["pythons"][0].contains(key)) << key;
    }
    EXPECT_EQ(all["pythons"][1]["gil"], false);
}

TEST(DevicesCommand, ListsThisMachine) {
    const auto called = call({"devices", "--json"});
    EXPECT_EQ(called.code, 0) << called.err;
    const auto all = json::parse(called.out);
    EXPECT_EQ(all["devices"][0]["id"], "wait");
    EXPECT_EQ(all["devices"][0]["state"], "found");
    EXPECT_FALSE(all["pythons"].empty());
}

TEST(ProbeDevices, IsNotShownAndPrintsOneBackend) {
    EXPECT_THAT(call({"--help"}).out, ::testing::Not(HasSubstr("probe-devices")));
    const auto called = call({"probe-devices", "spin"});
    EXPECT_EQ(called.code, 0);
    const auto rows = device_rows_in(called.out);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ((*rows)[0].id, "spin");
    EXPECT_EQ(call({"probe-devices", "quantum"}).code, 0);
    EXPECT_TRUE(device_rows_in(call({"probe-devices", "quantum"}).out)->empty());
}

}  // namespace
}  // namespace stallscope::cli
