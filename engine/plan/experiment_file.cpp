// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "plan/experiment.h"
#include "plan/text_guard.h"

namespace stallscope {

namespace {

/// The file's bytes, at most one more than an experiment may have.
Result<std::string> read_bytes(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        return fail(ErrorKind::experiment, "there is no such file", file.string(),
                    "Name an experiment file; the shipped ones are in experiments/.");
    }
    if (std::filesystem::is_directory(status)) {
        return fail(ErrorKind::experiment, "this is a folder, not an experiment file",
                    file.string());
    }
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(largest_document + 1, '\0');
    if (stream) stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream && !stream.eof()) {
        return fail(ErrorKind::experiment, "the file cannot be read", file.string(),
                    "Is it yours to read?");
    }
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

}  // namespace

Result<Experiment> read_experiment(const std::filesystem::path& file, const Options& options) {
    const auto bytes = read_bytes(file);
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
