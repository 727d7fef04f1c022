// SPDX-License-Identifier: Apache-2.0
#include "run/bank_file.h"

#include <cmath>
#include <fstream>
#include <iterator>

#include "plan/seal.h"
#include "probe/environment.h"
#include "run/kept_file.h"

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
    return keep_file(m_file, to_json(*bank), "the noise bank", ErrorKind::environment);
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
