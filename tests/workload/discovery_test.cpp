// SPDX-License-Identifier: Apache-2.0
#include "workload/discovery.h"

#include <gmock/gmock.h>

#include <map>

namespace stallscope {
namespace {

TEST(Discovery, EveryBackendHasARow) {
    std::map<std::string, DeviceRow> rows;
    for (auto& row : discover_devices()) {
        EXPECT_TRUE(rows.emplace(row.id, row).second) << row.id << " is listed twice";
        if (row.state == "found") {
            EXPECT_EQ(row.why, "");
            EXPECT_EQ(row.advice, "");
            EXPECT_NE(row.clock, "");
        } else {
            EXPECT_NE(row.why, "") << row.id;
            EXPECT_NE(row.advice, "") << row.id;
        }
    }
    EXPECT_EQ(rows.at("wait").state, "found");
    EXPECT_EQ(rows.at("spin").state, "found");
    for (const char* id : {"cuda", "metal", "coreml"}) EXPECT_EQ(rows.at(id).state, "not-built");
    EXPECT_TRUE(rows.contains("opencl") || rows.contains("opencl:0:0"));
}

TEST(Discovery, AnEmulatedDeviceSaysSoInItsName) {
    for (const auto& row : discover_devices()) {
        EXPECT_EQ(row.emulated, row.name.find("(emulated)") != std::string::npos) << row.name;
    }
}

}  // namespace
}  // namespace stallscope
