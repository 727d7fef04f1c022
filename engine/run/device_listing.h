// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plan/result.h"
#include "workload/discovery.h"

namespace stallscope {

/// Every backend's devices, each asked in a child process with a limit of `limit_s`: a driver that
/// hangs or crashes becomes a row with state "blocked" or "unusable" and the reason. The child is
/// `program` (empty: the `stallscope` beside this program), started as
/// "PROGRAM probe-devices BACKEND". Error: there is no such program.
Result<std::vector<DeviceRow>> list_devices(double limit_s = 10,
                                            const std::filesystem::path& program = {});

/// What "probe-devices BACKEND" prints: a line that device_rows_in() finds between whatever a
/// driver prints by itself.
std::string device_rows_line(const std::vector<DeviceRow>& rows);
Result<std::vector<DeviceRow>> device_rows_in(std::string_view output);

/// One Python interpreter on PATH or in the pyenv, conda and system places.
struct PythonRow {
    std::string path, version, state;  ///< state: "found", "too-old", "unusable"
    bool gil = true;
    std::string why;
    std::vector<std::string> modules;  ///< of those a workload may need, what can be imported
};
std::vector<PythonRow> list_pythons(double limit_s = 10);

/// Where list_pythons looks. Each may be empty.
struct PythonPlaces {
    std::string path;                            ///< as in PATH
    std::filesystem::path pyenv;                 ///< holds versions/*/bin/python3
    std::vector<std::filesystem::path> condas;   ///< hold bin/python and envs/*/bin/python
    std::vector<std::filesystem::path> folders;  ///< searched like those on PATH, after them
    static PythonPlaces of_this_machine();
};

/// Candidates in that order, each file once. Links are the same file unless they are the
/// interpreter of a virtual environment. pyenv's shims are left out: they stand for others.
std::vector<std::filesystem::path> python_candidates(const PythonPlaces& places);

/// Asks each candidate, several at a time, each at most `limit_s`. One row per interpreter.
std::vector<PythonRow> list_pythons(const PythonPlaces& places, double limit_s);

}  // namespace stallscope
