// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plan/experiment.h"

namespace stallscope {

/// The experiment as it stands when the first window starts, and its fingerprint.
struct Seal {
    std::string text;    ///< canonical JSON: {"algorithm", "experiment", "looks"}
    std::string sha256;  ///< of `text`, 64 lower-case hex digits
};

/// Version of the procedure that turns raw data into words; part of every seal.
inline constexpr int algorithm_version = 1;

Seal seal_of(const Experiment& experiment);

/// The experiment inside a sealed text (as stored in a run file). One that was sealed with looks
/// "final" beside an experiment without the key `looks` keeps them. Error: kind stale.
Result<Experiment> unseal(std::string_view sealed_text);

/// SHA-256 (FIPS 180-4) as 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

/// The same, fed piece by piece.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text);
    std::string hex();  ///< ends the sum; nothing may be added afterwards

private:
    void* m_context = nullptr;
};

}  // namespace stallscope
