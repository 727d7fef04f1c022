// SPDX-License-Identifier: Apache-2.0
#include "probe/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "probe/cpu_identity.h"

namespace stallscope {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Environment, NamesSystemProcessorClockAndState) {
    const std::string json = environment_json();
    for (const char* key : {"at",
                            "uptime_s",
                            "os",
                            "kernel",
                            "architecture",
                            "cpu_model",
                            "cpus_online",
                            "cpus_allowed",
                            "threads_per_core",
                            "cpu_limit",
                            "memory_bytes",
                            "memory_available_bytes",
                            "swap_used_bytes",
                            "governor",
                            "cpu_khz",
                            "cpu_khz_max",
                            "boost",
                            "clock_source",
                            "transparent_hugepages",
                            "aslr",
                            "load",
                            "virtualised",
                            "hypervisor",
                            "container",
                            "nice",
                            "why_null"}) {
        EXPECT_THAT(json, HasSubstr("\"" + std::string(key) + "\":")) << key;
    }
    EXPECT_THAT(json,
                HasSubstr("\"cpus_online\":" + std::to_string(sysconf(_SC_NPROCESSORS_ONLN))));
}

TEST(Environment, WhatIsNullHasAReason) {
    const std::string json = environment_json();
    const auto reasons = json.find("\"why_null\":");
    ASSERT_NE(reasons, std::string::npos);
    for (auto at = json.find("\":null"); at != std::string::npos;
         at = json.find("\":null", at + 1)) {
        const auto start = json.rfind('"', at - 1) + 1;
        const std::string key = json.substr(start, at - start);
        EXPECT_NE(json.find("\"" + key + "\":\"", reasons), std::string::npos) << key;
    }
}

TEST(Environment, NeitherTheMachinesNorThePersonsNameIsInIt) {
    char host[256] = {};
    ASSERT_EQ(gethostname(host, sizeof host - 1), 0);
    const std::string json = environment_json();
    for (const char* key : {"hostname", "nodename", "user", "home"}) {
        EXPECT_THAT(json, Not(HasSubstr("\"" + std::string(key) + "\"")));
    }
    if (std::string(host).size() > 3) {
        EXPECT_THAT(json, Not(HasSubstr("\"" + std::string(host) + "\"")));
    }
}

TEST(Environment, TheFingerprintIsTheSameTwiceAndNamesTheProcessor) {
    EXPECT_EQ(machine_fingerprint(), machine_fingerprint());
    EXPECT_THAT(machine_fingerprint(), HasSubstr(cpu_model().value_or("unknown CPU")));
    EXPECT_THAT(machine_fingerprint(), HasSubstr(std::to_string(cpus_allowed()) + " CPUs"));
}

}  // namespace
}  // namespace stallscope
