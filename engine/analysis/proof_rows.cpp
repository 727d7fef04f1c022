// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "analysis/proof_threads.h"
#include "analysis/shares.h"

namespace stallscope {
namespace {

constexpr std::int64_t block_runs = 1000;

/// FNV-1a: names to seeds.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    }
    return hash;
}

std::uint64_t seed_of(const ProofTask& task, std::uint64_t seed, std::int64_t block, bool again) {
    Draw draw(hash_of(task.name) ^ (static_cast<std::uint64_t>(task.group) << 56));
    Draw of_block(draw.next() ^ Draw(seed * 2 + (again ? 1 : 0)).next());
    return of_block.next() + static_cast<std::uint64_t>(block) * 0xD1342543DE82EF95u;
}

/// One task's hits so far, and its number of runs.
struct Tally {
    const ProofTask* task = nullptr;
    std::int64_t runs = 0;
    std::vector<std::int64_t> hits;
};

struct Block {
    std::size_t tally = 0;
    std::int64_t number = 0, runs = 0;
};

/// False when it was stopped.
bool count(std::vector<Tally>& tallies, const ProofWork& work, bool again) {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        for (std::int64_t done = 0; done < tallies[i].runs; done += block_runs) {
            blocks.push_back({i, done / block_runs, std::min(block_runs, tallies[i].runs - done)});
        }
    }
    std::mutex mutex;
    const auto job = [&](std::size_t at) {
        const Block& block = blocks[at];
        Tally& tally = tallies[block.tally];
        ProofRandom random(seed_of(*tally.task, work.seed, block.number, again));
        std::vector<std::int64_t> hits(tally.task->counters.size(), 0);
        tally.task->block(random, block.runs, hits);
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < hits.size(); ++i) {
            tally.hits[i] += hits[i];
        }
    };
    return on_threads(blocks.size(), work.threads, job, work.progress);
}

std::int64_t runs_of(const ProofTask& task, std::int64_t runs) {
    const double wanted = static_cast<double>(runs) * task.runs_share;
    return std::max<std::int64_t>(1, std::llround(wanted));
}

/// Whether a figure beyond its limit may be there by chance: one in ten thousand is.
bool is_doubtful(const ProofFigure& figure, const ProofLimit& limit) {
    if (keeps(figure, limit) || !limit.figure || *limit.figure <= 0) {
        return false;
    }
    const Bounds likely =
        clopper_pearson(static_cast<double>(figure.hits), static_cast<double>(figure.trials), 1e-4);
    return limit.at_least ? likely.high >= *limit.figure : likely.low <= *limit.figure;
}

ProofFigure figure_of(const Tally& tally, std::size_t i) {
    const ProofCounter& counter = tally.task->counters[i];
    return proof_figure(tally.hits[i], tally.runs * counter.per_run, counter.limit.at_least);
}

}  // namespace

ProofFigure proof_figure(std::int64_t hits, std::int64_t trials, bool at_least) {
    ProofFigure figure{hits, trials, 0, at_least ? 0.0 : 1.0};
    if (trials > 0) {
        const auto n = static_cast<double>(trials);
        const Bounds limits = clopper_pearson(static_cast<double>(hits), n, 0.05);
        figure.share = static_cast<double>(hits) / n;
        figure.bound = at_least ? limits.low : limits.high;
    }
    return figure;
}

bool keeps(const ProofFigure& figure, const ProofLimit& limit) {
    const auto good = [&](double value, const std::optional<double>& bar) {
        return !bar || (limit.at_least ? value >= *bar : value <= *bar);
    };
    return good(figure.share, limit.figure) && good(figure.bound, limit.bound);
}

Result<std::vector<ProofRow>> run_tasks(std::span<const ProofTask> tasks, const ProofWork& work) {
    const auto tally_of = [](const ProofTask& task, std::int64_t runs) {
        return Tally{&task, runs, std::vector<std::int64_t>(task.counters.size(), 0)};
    };
    std::vector<Tally> tallies;
    for (const ProofTask& task : tasks) {
        tallies.push_back(tally_of(task, runs_of(task, work.runs)));
    }
    if (!count(tallies, work, false)) {
        return fail(ErrorKind::cancelled, "the proof was stopped");
    }
    std::vector<ProofRow> rows;
    std::vector<Tally> doubtful;
    std::vector<std::vector<std::size_t>> rows_of_doubt;
    for (const Tally& tally : tallies) {
        std::vector<std::size_t> beyond(tally.hits.size(), SIZE_MAX);
        bool any = false;
        for (std::size_t i = 0; i < tally.hits.size(); ++i) {
            const ProofCounter& counter = tally.task->counters[i];
            rows.push_back({counter.group.value_or(tally.task->group),
                            tally.task->name + (counter.name.empty() ? "" : ": " + counter.name),
                            tally.task->down,
                            tally.task->across,
                            counter.limit,
                            figure_of(tally, i),
                            {}});
            if (is_doubtful(rows.back().figure, counter.limit)) {
                beyond[i] = rows.size() - 1;
                any = true;
            }
        }
        if (any) {
            doubtful.push_back(tally_of(*tally.task, tally.runs * work.again));
            rows_of_doubt.push_back(beyond);
        }
    }
    if (work.again < 1 || doubtful.empty()) {
        return rows;
    }
    if (!count(doubtful, work, true)) {
        return fail(ErrorKind::cancelled, "the proof was stopped");
    }
    for (std::size_t d = 0; d < doubtful.size(); ++d) {
        for (std::size_t i = 0; i < rows_of_doubt[d].size(); ++i) {
            if (rows_of_doubt[d][i] != SIZE_MAX) {
                rows[rows_of_doubt[d][i]].again = figure_of(doubtful[d], i);
            }
        }
    }
    return rows;
}

}  // namespace stallscope
