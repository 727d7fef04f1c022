// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "plan/experiment.h"
#include "plan/result.h"
#include "run/events.h"

namespace stallscope {

/// What somebody may ask for while a run goes on. Set from a signal handler or another thread;
/// looked at between visits (pause) or every few milliseconds (cancel).
struct Control {
    std::atomic<bool> pause{false};
    std::atomic<bool> cancel{false};
};

/// Where things are on this machine.
struct Installation {
    std::filesystem::path python_runtime;  ///< folder that holds stallscope_host.py
    std::filesystem::path host_library;    ///< libstallscope_host
    std::filesystem::path engine;          ///< the program, which is also the native host
    std::filesystem::path user_data;       ///< pins and banks
    std::filesystem::path user_cache;      ///< the OpenCL driver's kernel cache

    /// From the place of the running program (build tree and install tree have the same layout),
    /// XDG_DATA_HOME and XDG_CACHE_HOME; STALLSCOPE_RESOURCES overrides.
    static Result<Installation> find();
};

struct RunRequest {
    Experiment experiment;
    std::filesystem::path file;  ///< the run file; empty: NAME-YYYYMMDDTHHMMSS.stallscope in the
                                 ///< working directory
    std::string required_seal;   ///< empty, or the only hash that may run
    bool resize = false;         ///< find the forwards' sizes anew
    /// Visits that the machine disturbed (run/blocking.h) stay complete instead of being measured
    /// again; a finding of severity "blocks" says so, and no verdict can rest on them.
    bool keep_blocked = false;
};

using EventSink = std::function<void(const events::Event&)>;

/// Prepares, seals, measures and stores a whole run. The sink hears everything, the last event is
/// RunFinished. Returns the run file's path when every planned visit is complete.
/// Errors: measurement (host, device, disk), environment (visits were blocked more often than may
/// be repeated), cancelled. Whatever was committed stays.
Result<std::filesystem::path> run_experiment(const RunRequest& request,
                                             const Installation& installation,
                                             const EventSink& sink, Control& control);

/// Measures what is missing in a run file: visits without an end, and whole passes with failed or
/// blocked ones that were not repeated. A complete run is left as it is.
Result<std::filesystem::path> resume_run(const std::filesystem::path& file,
                                         const Installation& installation, const EventSink& sink,
                                         Control& control, bool keep_blocked = false);

/// Runs the named interpreter once (5 s limit) and returns what it really is. Error: kind
/// experiment, at /host/python, with what was found instead.
struct Interpreter {
    std::string real_path;  ///< sys.executable with links resolved where it stays the same venv
    std::string version;    ///< "3.11.7"
    std::string implementation;  ///< "cpython"
    bool gil = true;
};
Result<Interpreter> find_interpreter(const std::string& named);

}  // namespace stallscope
