// SPDX-License-Identifier: Apache-2.0
#include "cli/calibration_proof.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "analysis/detector_trials.h"
#include "analysis/proof_recording.h"
#include "analysis/proof_result.h"
#include "cli/error_text.h"
#include "plan/exit_code.h"
#include "probe/environment.h"
#include "report/calibration_page.h"
#include "run/conductor.h"

namespace stallscope::cli {
namespace {

/// Detector trials simulate every request, the rest whole visits: a hundredth of the runs is
/// enough.
constexpr std::int64_t runs_per_detector_run = 40;

int refuse(const Error& error, Console& console) {
    console.err << error_lines(error);
    return exit_code_of(error.kind);
}

Result<void> write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream out(file);
    out << text;
    if (!out.flush()) {
        return fail(ErrorKind::environment, "the file could not be written", file.string(),
                    "check the space and the rights of its folder");
    }
    return {};
}

void add_detectors(ProofResult& result, std::int64_t runs) {
    const int few = static_cast<int>(std::max<std::int64_t>(50, runs / runs_per_detector_run));
    for (const DetectorTrial& trial : try_detectors(few, 1)) {
        DetectorRow row;
        row.name = trial.name;
        row.planted = trial.clean ? "" : trial.planted;
        if (trial.clean) {
            row.name += " (" + trial.planted + ")";
        }
        row.runs = trial.runs;
        row.fired = trial.fired;
        result.detectors.push_back(std::move(row));
    }
}

}  // namespace

int prove_and_show(const ProofArguments& arguments, Console& console) {
    const auto installation = Installation::find();
    if (!installation) return refuse(installation.error(), console);
    ProofOptions options;
    options.work.runs = arguments.runs;
    options.machine = machine_words(environment_json());
    options.generated_by = "stallscope calibrate --proof";
    options.recordings = recordings_in(
        arguments.recordings.empty() ? installation->python_runtime.parent_path() / "recordings"
                                     : std::filesystem::path(arguments.recordings));
    int told = -1;
    options.work.progress = [&](double share) {
        const int percent = static_cast<int>(share * 100);
        if (console.err_is_terminal && percent > told) {
            told = percent;
            console.err << fmt::format("\rproof: {} %", percent) << std::flush;
        }
        return true;
    };
    auto result = prove(options);
    if (console.err_is_terminal) console.err << '\n';
    if (!result) return refuse(result.error(), console);
    add_detectors(*result, arguments.runs);
    console.out << proof_text(*result);
    if (!arguments.page.empty()) {
        if (auto written = write(arguments.page, calibration_page(*result)); !written) {
            return refuse(written.error(), console);
        }
    }
    return ExitCode::done;
}

int keep_recording(const std::string& run, const std::string& to, Console& console) {
    const auto reader = RunReader::open(run);
    if (!reader) return refuse(reader.error(), console);
    const auto recording = record_of(*reader);
    if (!recording) return refuse(recording.error(), console);
    auto file = std::filesystem::path(to);
    if (to.empty()) file = std::filesystem::path(run).replace_extension(".csv");
    if (auto written = write(file, recording_csv(*recording)); !written) {
        return refuse(written.error(), console);
    }
    console.out << fmt::format("{}: {} cycles, {}, {:.2f} cores used by others\n", file.string(),
                               recording->cycles, recording->load, recording->foreign_cpu);
    return ExitCode::done;
}

}  // namespace stallscope::cli
