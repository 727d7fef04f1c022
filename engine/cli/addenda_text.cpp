// SPDX-License-Identifier: Apache-2.0
#include "cli/addenda_text.h"

#include <algorithm>

#include "cli/experiment_words.h"
#include "cli/words.h"

namespace stallscope::cli {
namespace {

constexpr std::size_t columns = 100;

std::string_view change_word(const Experiment& sealed, const Criterion& criterion) {
    const auto& all = sealed.criteria;
    const auto before = std::find_if(all.begin(), all.end(),
                                     [&](const Criterion& one) { return one.id == criterion.id; });
    if (before == all.end()) return "added";
    return *before == criterion ? "as sealed" : "changed";
}

std::string lines_of(const Experiment& sealed, const Addendum& addendum) {
    std::string head = addendum.at;
    if (!addendum.says.empty()) head += ": " + addendum.says;
    std::string text = "  " + wrapped(printable(head), columns, 4) + "\n";
    for (const Criterion& criterion : addendum.criteria) {
        std::string line = criterion.id;
        if (!criterion.says.empty()) line += ": " + criterion.says;
        line += " (" + in_words(criterion) + ")";
        text += "    " + padded(change_word(sealed, criterion), 9) + "  " +
                wrapped(printable(line), columns, 15) + "\n";
    }
    return text;
}

}  // namespace

std::string addenda_text(const Experiment& sealed, std::span<const Addendum> addenda) {
    if (addenda.empty()) return {};
    std::string text = "Addenda: criteria edited after the seal, exploratory\n";
    for (const Addendum& addendum : addenda) text += lines_of(sealed, addendum);
    return text;
}

}  // namespace stallscope::cli
