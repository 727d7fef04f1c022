// SPDX-License-Identifier: Apache-2.0
#include "run/verification.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "plan/schedule.h"
#include "plan/seal.h"
#include "record/run_file.h"
#include "report/report.h"

namespace stallscope {
namespace {

using Differences = std::vector<Error>;

void differs(Differences& found, std::string where, std::string says, std::string hint = {}) {
    found.push_back(
        Error{ErrorKind::stale, std::move(says), std::move(where), std::move(hint), {}});
}

/// A read that fails in the middle of a file that opened well is a damaged file.
void unreadable(Differences& found, std::string where, const Error& error) {
    differs(found, std::move(where), "cannot be read: " + error.says, error.hint);
}

std::string name_of(const VisitRow& visit) {
    return fmt::format("visit {} ({}/{}, cycle {})", visit.id, visit.cell, visit.condition,
                       visit.cycle + 1);
}

/// The experiment as sealed, or nothing when the seal does not hold.
std::optional<Experiment> check_seal(const RunReader& run, std::string& sha256,
                                     Differences& found) {
    const auto text = run.sealed_text();
    const auto stored = run.sealed_sha256();
    if (!text || !stored) {
        unreadable(found, "seal", text ? stored.error() : text.error());
        return std::nullopt;
    }
    sha256 = *stored;
    if (const auto now = sha256_hex(*text); now != *stored) {
        differs(
            found, "seal",
            fmt::format("the sealed experiment gives the hash {}, the file says {}", now, *stored),
            "the experiment was altered after the run started; measure it again");
        return std::nullopt;
    }
    auto experiment = unseal(*text);
    if (!experiment) {
        unreadable(found, "seal", experiment.error());
        return std::nullopt;
    }
    return std::move(*experiment);
}

/// A visit that was moved to another cell would carry its rows, and their digest, with it.
void check_place(const VisitRow& visit, const std::vector<ScheduledVisit>& schedule,
                 Differences& found) {
    const bool known =
        visit.schedule_index >= 0 && visit.schedule_index < static_cast<int>(schedule.size());
    if (!known) {
        differs(found, name_of(visit),
                fmt::format("its place {} is not in the sealed schedule of {} visits",
                            visit.schedule_index, schedule.size()));
        return;
    }
    const auto& planned = schedule[static_cast<std::size_t>(visit.schedule_index)];
    if (planned.cell != visit.cell || planned.condition != visit.condition ||
        planned.cycle != visit.cycle || planned.half != visit.half ||
        std::abs(planned.window_s - visit.window_s) > 1e-9) {
        differs(found, name_of(visit),
                fmt::format("the sealed schedule has {}/{}, cycle {}, {} s at its place {}",
                            planned.cell, planned.condition, planned.cycle + 1, planned.window_s,
                            visit.schedule_index));
    }
}

struct Counts {
    std::int64_t requests = 0, calls = 0;
};

Result<Counts> count_rows(const RunReader& run, std::int64_t visit) {
    Counts counts;
    const auto streams = run.streams(visit);
    if (!streams) return tl::unexpected(streams.error());
    for (const auto& stream : *streams) {
        const auto requests = run.requests(visit, stream);
        if (!requests) return tl::unexpected(requests.error());
        const auto calls = run.calls(visit, stream);
        if (!calls) return tl::unexpected(calls.error());
        counts.requests += static_cast<std::int64_t>(requests->size());
        counts.calls += static_cast<std::int64_t>(calls->size());
    }
    return counts;
}

void check_rows(const RunReader& run, const StoredVisit& stored, Verification& checked,
                Differences& found) {
    const auto place = name_of(stored.visit);
    const auto counts = count_rows(run, stored.visit.id);
    const auto digest = run.digest(stored.visit.id);
    if (!counts || !digest) {
        unreadable(found, place, counts ? digest.error() : counts.error());
        return;
    }
    if (counts->requests != stored.requests || counts->calls != stored.calls) {
        differs(found, place,
                fmt::format("it has {} requests and {} calls, it ended with {} and {}",
                            counts->requests, counts->calls, stored.requests, stored.calls));
    } else if (*digest != stored.rows_sha256) {
        differs(found, place,
                fmt::format("its rows give the digest {}…, it ended with {}…",
                            digest->substr(0, 16), stored.rows_sha256.substr(0, 16)),
                "rows were altered after the visit ended; only a repeated run can mend that");
    } else {
        ++checked.visits_checked;
        checked.requests += counts->requests;
        checked.calls += counts->calls;
    }
}

}  // namespace

Result<Verification> verify_run(const std::filesystem::path& file,
                                const std::filesystem::path& export_directory) {
    const auto run = RunReader::open(file);
    if (!run) return tl::unexpected(run.error());
    Verification checked;
    Differences found;
    const auto experiment = check_seal(*run, checked.sealed_sha256, found);
    const auto schedule = experiment ? schedule_of(*experiment) : std::vector<ScheduledVisit>{};
    if (const auto visits = run->visits(); !visits) {
        unreadable(found, "visits", visits.error());
    } else {
        for (const auto& stored : *visits) {
            if (experiment) check_place(stored.visit, schedule, found);
            if (stored.end) {
                check_rows(*run, stored, checked, found);
            } else {
                ++checked.visits_partial;
            }
        }
    }
    if (!export_directory.empty()) {
        if (const auto same = verify_export(*run, export_directory); !same) {
            found.push_back(same.error());
        } else {
            checked.export_checked = true;
        }
    }
    if (found.empty()) return checked;
    Error first = std::move(found.front());
    first.also.insert(first.also.end(), std::make_move_iterator(found.begin() + 1),
                      std::make_move_iterator(found.end()));
    return tl::unexpected(std::move(first));
}

}  // namespace stallscope
