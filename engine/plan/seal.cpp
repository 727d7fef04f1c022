// SPDX-License-Identifier: Apache-2.0
#include "plan/seal.h"

#include <fmt/format.h>

#include "plan/json_text.h"

namespace stallscope {

namespace {

/// When results are looked at; "final" is the only way this version knows.
constexpr std::string_view looks = "final";

tl::unexpected<Error> stale(std::string says) {
    return fail(ErrorKind::stale, std::move(says), "the sealed experiment",
                "The run file was altered, or written by another version.");
}

std::string text_for(std::string_view canonical_experiment) {
    return fmt::format(R"({{"algorithm":{},"experiment":{},"looks":"{}"}})", algorithm_version,
                       canonical_experiment, looks);
}

}  // namespace

Seal seal_of(const Experiment& experiment) {
    Seal seal;
    seal.text = text_for(experiment.canonical);
    seal.sha256 = sha256_hex(seal.text);
    return seal;
}

Result<Experiment> unseal(std::string_view sealed_text) {
    Faults faults;
    const auto document = parse_json(sealed_text, faults);
    if (!document || !faults.empty()) return stale(faults.all().front().says);
    const Json* algorithm = document->member("algorithm");
    if (!algorithm || !algorithm->number()) return stale("it does not name its algorithm");
    if (*algorithm->number() != algorithm_version) {
        return stale(fmt::format("it was sealed for algorithm {}, this program has algorithm {}",
                                 *algorithm->number(), algorithm_version));
    }
    const Json* written = document->member("experiment");
    if (!written || !written->object()) return stale("there is no experiment in it");
    auto experiment = parse_experiment(canonical_json(*written));
    if (!experiment) {
        const Error& error = experiment.error();
        return stale(error.where + ": " + error.says);
    }
    // Whatever else the text holds, or another spelling of the same, is not what was hashed.
    if (text_for(experiment->canonical) != sealed_text) return stale("it is not as it was sealed");
    return experiment;
}

}  // namespace stallscope
