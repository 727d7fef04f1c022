// SPDX-License-Identifier: Apache-2.0
#include "run/bank_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "plan/seal.h"
#include "probe/environment.h"

namespace stallscope {

BankFile::BankFile(const std::filesystem::path& user_data)
    : m_file(user_data / "noise-bank" /
             (sha256_hex(machine_fingerprint()).substr(0, 16) + ".json")) {}

Result<NoiseBank> BankFile::read() const {
    std::ifstream in(m_file);
    if (!in) return NoiseBank{};
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    auto bank = parse_bank(text);
    if (!bank) {
        auto error = bank.error();
        error.where = m_file.string();
        return tl::unexpected(error);
    }
    // A file that was copied from another machine speaks of that one.
    return bank->fingerprint == machine_fingerprint() ? bank : Result<NoiseBank>(NoiseBank{});
}

Result<void> BankFile::add(std::vector<BankEntry> entries) const {
    auto bank = read();
    if (!bank) return tl::unexpected(bank.error());
    bank->fingerprint = machine_fingerprint();
    merge(*bank, std::move(entries));
    std::error_code error;
    std::filesystem::create_directories(m_file.parent_path(), error);
    auto temporary = m_file;
    temporary += fmt::format(".{}", ::getpid());
    {
        std::ofstream out(temporary);
        out << to_json(*bank);
        if (!out.flush()) {
            return fail(ErrorKind::environment, "the noise bank could not be stored",
                        temporary.string(), "check the space and the rights of that folder");
        }
    }
    std::filesystem::rename(temporary, m_file, error);
    if (error) return fail(ErrorKind::environment, error.message(), m_file.string());
    return {};
}

NoiseBank bank_for(const NoiseBank& bank, const Experiment& experiment) {
    NoiseBank own;
    own.fingerprint = bank.fingerprint;
    for (const BankEntry& entry : bank.entries) {
        const bool known = experiment.streams.contains(entry.stream) &&
                           experiment.find_condition(entry.condition) != nullptr;
        if (known && std::abs(entry.window_s - experiment.windows.seconds) < 1e-9) {
            own.entries.push_back(entry);
        }
    }
    return own;
}

}  // namespace stallscope
