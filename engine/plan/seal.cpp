// SPDX-License-Identifier: Apache-2.0
#include "plan/seal.h"

#include <fmt/format.h>

#include "plan/json_text.h"

namespace stallscope {

namespace {

tl::unexpected<Error> stale(std::string says) {
    return fail(ErrorKind::stale, std::move(says), "the sealed experiment",
                "The run file was altered, or written by another version.");
}

std::string text_for(const Experiment& experiment) {
    return fmt::format(R"({{"algorithm":{},"experiment":{},"looks":"{}"}})", algorithm_version,
                       experiment.canonical, to_text(experiment.looks));
}

/// Files of before `looks` was a key of the experiment were all judged after the last cycle, and
/// say so beside it.
void take_older_looks(const Json& sealed, const Json& experiment, Experiment& read) {
    const Json* looks = sealed.member("looks");
    const bool final = looks && looks->text() && *looks->text() == to_text(Looks::final);
    if (final && !experiment.member("looks")) read.looks = Looks::final;
}

}  // namespace

Seal seal_of(const Experiment& experiment) {
    Seal seal;
    seal.text = text_for(experiment);
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
    take_older_looks(*document, *written, *experiment);
    // Whatever else the text holds, or another spelling of the same, is not what was hashed.
    if (text_for(*experiment) != sealed_text) return stale("it is not as it was sealed");
    return experiment;
}

}  // namespace stallscope
