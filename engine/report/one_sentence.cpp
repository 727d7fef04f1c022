// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.h"
#include "report/report.h"
#include "report/row_words.h"

namespace stallscope {
namespace {

const std::optional<double>& return_p50(const Row& row) {
    return row.figures.legs_ms.at("return").p50;
}

std::string ms_words(const Row& row) {
    return fixed_text(*return_p50(row), 2) + " ms";
}

const Row* longest(const std::vector<const Row*>& rows) {
    const Row* found = nullptr;
    for (const Row* row : rows) {
        if (found == nullptr || *return_p50(*row) > *return_p50(*found)) {
            found = row;
        }
    }
    return found;
}

bool calls_a_device(const Row& row) {
    return !row.neighbours.empty() && row.neighbours.front().device_call;
}

/// The rows of one stream with a return leg, in whatever condition.
std::vector<const Row*> with_return(const std::vector<const Row*>& rows) {
    std::vector<const Row*> found;
    for (const Row* row : rows) {
        if (return_p50(*row) && row->stream == rows.front()->stream) {
            found.push_back(row);
        }
    }
    return found;
}

std::vector<const Row*> where(const std::vector<const Row*>& rows, LockBeside lock) {
    std::vector<const Row*> found;
    for (const Row* row : rows) {
        if (lock_beside(*row) == lock) {
            found.push_back(row);
        }
    }
    return found;
}

std::string held_sentence(const Row& held, const Row& released, const Row* alone) {
    std::string text = fmt::format(
        "With the lock held ({}) the reply waits {} (P50) from service end to received, released "
        "({}) {}",
        held.cell, ms_words(held), released.cell, ms_words(released));
    if (alone != nullptr) {
        text += ", idle " + ms_words(*alone);
    }
    const auto& alignments = held.figures.alignments;
    if (!alignments.empty() && alignments.front().header_share) {
        text += fmt::format(": {} % of held replies are read within 0.5 ms of a call's end",
                            fixed_text(*alignments.front().header_share * 100, 0));
    }
    return text + ".";
}

std::string neutral_sentence(const std::vector<const Row*>& rows) {
    const Row* most = longest(rows);
    const Row* least = most;
    for (const Row* row : rows) {
        least = *return_p50(*row) < *return_p50(*least) ? row : least;
    }
    std::string text = fmt::format(
        "The reply of {} takes {} (P50) from service end to received in cell {}, condition {}",
        most->stream, ms_words(*most), most->cell, most->condition);
    if (least != most) {
        text += fmt::format(", and {} in cell {}, condition {}", ms_words(*least), least->cell,
                            least->condition);
    }
    return text + ".";
}

}  // namespace

std::string one_sentence(const RunResults& results) {
    if (!results.batch_rows.empty()) return batch_sentence(results);
    const std::vector<const Row*> victims = victim_rows(results);
    if (victims.empty()) {
        return "No complete visit has requests, so there is nothing to say yet.";
    }
    const std::vector<const Row*> rows = with_return(victims);
    if (rows.empty()) {
        return "No request has a return leg: the stamps are off or nothing was answered.";
    }
    const auto held = where(rows, LockBeside::held);
    const auto released = where(rows, LockBeside::released);
    if (held.empty() || released.empty()) {
        return neutral_sentence(rows);
    }
    const Row* slow = longest(held);
    // The fair partner calls the same kind of thing.
    const auto partner = std::find_if(released.begin(), released.end(), [&](const Row* row) {
        return row->condition == slow->condition && calls_a_device(*row) == calls_a_device(*slow);
    });
    const auto alone = where(rows, LockBeside::alone);
    return held_sentence(*slow, partner == released.end() ? *released.front() : **partner,
                         alone.empty() ? nullptr : alone.front());
}

}  // namespace stallscope
