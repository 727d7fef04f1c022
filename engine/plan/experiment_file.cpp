// SPDX-License-Identifier: Apache-2.0
#include "plan/document_file.h"
#include "plan/experiment.h"

namespace stallscope {

Result<Experiment> read_experiment(const std::filesystem::path& file, const Options& options) {
    const auto bytes =
        read_document_file(file, "an experiment file",
                           "Name an experiment file; the shipped ones are in experiments/.");
    if (!bytes) return tl::unexpected(bytes.error());
    auto experiment = parse_experiment(*bytes, options);
    if (!experiment) {
        // A fault without a place is one of the file as a whole.
        Error error = experiment.error();
        if (error.where.empty()) error.where = file.string();
        return tl::unexpected(std::move(error));
    }
    std::error_code ignored;
    experiment->directory = std::filesystem::absolute(file, ignored).parent_path();
    return experiment;
}

}  // namespace stallscope
