// SPDX-License-Identifier: Apache-2.0
#include "run/sealed_experiment.h"

#include <nlohmann/json.hpp>

#include "plan/seal.h"
#include "record/run_file.h"

namespace stallscope {

Result<Experiment> sealed_experiment(const std::filesystem::path& run_file) {
    auto reader = RunReader::open(run_file);
    if (!reader) return tl::unexpected(reader.error());
    const auto text = reader->sealed_text();
    if (!text) return tl::unexpected(text.error());
    const auto sha256 = reader->sealed_sha256();
    if (!sha256) return tl::unexpected(sha256.error());
    if (sha256_hex(*text) != *sha256) {
        return fail(ErrorKind::stale, "the sealed experiment was altered: its hash is another one",
                    run_file.string(), "measure again; this file proves nothing any more");
    }
    auto experiment = unseal(*text);
    if (!experiment) return experiment;
    const auto directory = reader->fact("directory");
    if (!directory) return tl::unexpected(directory.error());
    const auto value = nlohmann::json::parse(*directory, nullptr, false);
    if (value.is_string()) experiment->directory = value.get<std::string>();
    return experiment;
}

std::string first_facts(const Experiment& experiment, const std::filesystem::path& run_file) {
    std::error_code ignored;
    const auto directory = std::filesystem::absolute(experiment.directory, ignored);
    return nlohmann::json{{"directory", directory.string()}, {"file", run_file.filename().string()}}
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace stallscope
