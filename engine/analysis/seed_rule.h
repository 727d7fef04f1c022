// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

// The arithmetic of the gate that the second requirement document uses, kept to the digit so that
// its users see their own figures: no interval, one threshold, a noise floor from controls.

/// Seconds by benchmark: the minimum of each in one process.
using SeedFile = std::map<std::string, double>;

enum class SeedRole { treatment, control, informational };
/// "", "control", "informational".
std::string_view to_text(SeedRole role);
using SeedClassifier = std::function<SeedRole(const std::string& name)>;

enum class SeedWord {
    no_difference,  ///< the worst delta is within the threshold
    inconclusive,   ///< beyond the threshold, not beyond the noise floor
    significant,    ///< beyond both
};
/// "no significant difference", "inconclusive", "significant".
std::string_view to_text(SeedWord word);

struct SeedRow {
    std::string name;
    SeedRole role = SeedRole::treatment;
    double a_s = 0, b_s = 0;  ///< medians over the rounds, seconds
    double delta = 0;         ///< (a/b − 1)·100; positive: A is slower
};

struct SeedComparison {
    std::vector<SeedRow> rows;    ///< by name
    std::optional<double> floor;  ///< largest |delta| of the controls, per cent; none: no control
    std::string worst_name;       ///< of the treatments: the largest delta
    double worst = 0;
    SeedWord word = SeedWord::no_difference;
    std::vector<std::string> dropped;  ///< not in every file of a side: left out
    int a_rounds = 0, b_rounds = 0;
};

/// A against B, one file per round and side. Empty where nothing is shared by all files or no
/// treatment is left. `threshold` in per cent.
std::optional<SeedComparison> seed_comparison(const std::vector<SeedFile>& a,
                                              const std::vector<SeedFile>& b, double threshold,
                                              const SeedClassifier& role_of);

enum class SpreadWord {
    none,  ///< nothing to say
    control,
    informational,
    too_fast,   ///< the slowest build is below 1 µs
    sensitive,  ///< the spread is beyond the floor and beyond the least that counts
};
/// "", "control", "informational", "too fast to classify", "layout-sensitive".
std::string_view to_text(SpreadWord word);

struct SpreadRow {
    std::string name;
    std::map<std::string, double> of_salt;  ///< median over rounds, seconds
    double spread = 0;                      ///< (slowest/fastest − 1)·100
    SpreadWord word = SpreadWord::none;
};

struct SpreadTable {
    std::vector<SpreadRow> rows;  ///< by name
    double floor = 0;             ///< largest spread of the controls, per cent
    int sensitive = 0;
    double worst = 0;  ///< largest spread of the sensitive rows
};

/// One file of one build of the same source.
struct SaltedFile {
    std::string salt;
    SeedFile seconds;
};

/// The spread of builds of one source. `least` in per cent: a smaller spread is never sensitive.
SpreadTable seed_spread(const std::vector<SaltedFile>& files, double least,
                        const SeedClassifier& role_of);

/// Cost of group `other` against `base`: change of the median over salts of the rows both have, in
/// per cent, by name.
std::map<std::string, double> spread_cost(const SpreadTable& base, const SpreadTable& other);

inline constexpr double seed_threshold = 7;     ///< per cent
inline constexpr double seed_least_spread = 3;  ///< per cent
inline constexpr double seed_too_fast_s = 1e-6;

}  // namespace stallscope
