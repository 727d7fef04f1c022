// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "plan/experiment.h"
#include "run/conductor.h"

namespace stallscope::testing {

/// A folder of its own, gone afterwards.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "stallscope-XXXXXX").string();
        m_path = ::mkdtemp(name.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// The engine with tests/fixtures/fake_host in place of the Python runtime.
inline Installation fake_installation(const std::filesystem::path& user) {
    return {std::filesystem::path(STALLSCOPE_SOURCE_DIR) / "tests" / "fixtures" / "fake_host",
            "/nonexistent/libstallscope_host.so", "/nonexistent/stallscope", user / "data",
            user / "cache"};
}

/// One stream, one cell, two half-visits a cycle of a fifth of a second; the host misbehaves as
/// `how` says.
inline Experiment fake_experiment(const std::string& how, int cycles = 1,
                                  const std::string& cells = R"({"id": "A", "says": "a"})") {
    const auto experiment = parse_experiment(R"({
        "stallscope": 1, "name": "fake", "question": "?", "kind": "requests",
        "host": {"kind": "python", "python": "python3", "env": {"FAKE_HOST": ")" +
                                             how + R"("}},
        "streams": {"gpu": {"workload": {"kind": "wait", "ms": 1}, "placement": "thread",
                            "binding": "cdll", "load": {"kind": "closed", "clients": 1}}},
        "cells": [)" + cells +
                                             R"(],
        "conditions": [{"id": "solo", "streams": ["gpu"]}],
        "windows": {"seconds": 0.4, "settle": 0, "lead": 0.02, "warm_up": 0.02, "guard": 0.02,
                    "parts": 5},
        "cycles": )" + std::to_string(cycles) +
                                             R"(, "order": "mirrored", "seed": 1,
        "criteria": [], "checks": [], "probes": []})");
    EXPECT_TRUE(experiment) << to_text(experiment.error());
    return *experiment;
}

/// Everything that was said during a run.
struct Heard {
    std::vector<events::Event> events;
    EventSink sink() {
        return [this](const events::Event& event) { events.push_back(event); };
    }
    template <class T>
    std::vector<T> all() const {
        std::vector<T> found;
        for (const auto& event : events) {
            if (const auto* wanted = std::get_if<T>(&event)) found.push_back(*wanted);
        }
        return found;
    }
};

}  // namespace stallscope::testing
