// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/distributions.h"
#include "analysis/proof_series.h"
#include "analysis/proof_threads.h"
#include "analysis/proof_words.h"

namespace stallscope {
namespace {

/// A hundredth worse, in logs.
constexpr double one_percent = 0.009950330853168083;
constexpr ProofLimit false_words = {std::nullopt, 0.07, false};
constexpr ProofLimit just_printed = {std::nullopt, std::nullopt, true};

/// One series with one K: a job of its own.
struct Job {
    const Recording* recording = nullptr;
    const RecordedSeries* series = nullptr;
    ReplayLength length;
    std::vector<ProofRow> rows;
};

/// Which cycles' labels are exchanged: bit k for cycle k of the window.
class Labels {
public:
    Labels(const ReplayLength& length, ProofRandom& random)
        : m_all(std::uint64_t{1} << length.cycles),
          m_each(static_cast<std::uint64_t>(length.drawings) == m_all),
          m_random(random) {}

    std::uint64_t drawing(int number) {
        return m_each ? static_cast<std::uint64_t>(number) : m_random.below(m_all);
    }

private:
    std::uint64_t m_all;
    bool m_each;
    ProofRandom& m_random;
};

/// A window of a series with labels drawn: row 0 is b.
class Window {
public:
    Window(const RecordedSeries& series, int cycles)
        : m_series(series),
          m_y(2, std::vector<double>(static_cast<std::size_t>(cycles))),
          m_d(static_cast<std::size_t>(cycles)) {}

    void take(std::size_t offset, std::uint64_t labels) {
        m_offset = offset;
        m_labels = labels;
        for (std::size_t k = 0; k < m_d.size(); ++k) {
            m_y[0][k] = cycle(k).y[b_of(k)];
            m_y[1][k] = cycle(k).y[1 - b_of(k)];
            m_d[k] = m_y[0][k] - m_y[1][k];
        }
    }

    /// The word when b costs `effect` more in logs, every request alike.
    Word word(ProofJudge& judge, double effect, double margin) const {
        if (!judge.may_decide(m_d, effect, margin)) {
            return Word::undecided;
        }
        if (m_series.guarded) {
            ContrastSeries& series = judge.series();
            series.total_b.clear();
            series.total_a.clear();
            for (std::size_t k = 0; k < m_d.size(); ++k) {
                CostTotal b = cycle(k).total[b_of(k)];
                b.cost_ms *= std::exp(effect);
                series.total_b.emplace_back(b);
                series.total_a.emplace_back(cycle(k).total[1 - b_of(k)]);
            }
        }
        return judge.unscreened_word(m_y, effect, margin);
    }

private:
    const RecordedCycle& cycle(std::size_t k) const { return m_series.cycles[m_offset + k]; }
    std::size_t b_of(std::size_t k) const { return (m_labels >> k & 1) != 0 ? 0 : 1; }

    const RecordedSeries& m_series;
    std::vector<std::vector<double>> m_y;
    std::vector<double> m_d;
    std::size_t m_offset = 0;
    std::uint64_t m_labels = 0;
};

using Blocks = std::vector<BlockCount>;

void add_row(Job& job, const std::string& counter, const ProofLimit& limit, const Blocks& blocks) {
    const RecordedSeries& series = *job.series;
    ProofRow row;
    row.group = ProofGroup::recordings;
    row.name = fmt::format("{}: {} {} {}, K = {}: {}", job.recording->name, series.stream,
                           series.metric, series.statistic, job.length.cycles, counter);
    row.down = fmt::format("{} ({}): {} {}", job.recording->name, job.recording->load,
                           series.stream, series.metric);
    row.across = fmt::format("{}, K = {}", series.statistic, job.length.cycles);
    row.limit = limit;
    row.figure = jackknife(blocks, limit.at_least);
    job.rows.push_back(std::move(row));
}

void replay_job(Job& job, std::uint64_t seed) {
    const int cycles = job.length.cycles;
    const std::size_t offsets = job.series->cycles.size() - static_cast<std::size_t>(cycles) + 1;
    std::vector<ProofJudge> judges;
    for (const Looks looks : proof_looks) {
        judges.emplace_back(looks, cycles);
        judges.back().member().kind =
            job.series->metric == "throughput" ? CostScale::rate : CostScale::time;
    }
    ProofRandom random(seed);
    Labels labels(job.length, random);
    Window window(*job.series, cycles);
    std::array<std::array<Blocks, 2>, proof_looks.size()> words;
    for (auto& of_looks : words) {
        of_looks.fill(Blocks(jackknife_blocks));
    }
    Blocks seen(jackknife_blocks);
    for (std::size_t offset = 0; offset < offsets; ++offset) {
        const std::size_t block = offset * jackknife_blocks / offsets;
        for (int drawing = 0; drawing < job.length.drawings; ++drawing) {
            window.take(offset, labels.drawing(drawing));
            for (std::size_t i = 0; i < judges.size(); ++i) {
                const Word word = window.word(judges[i], proof_margin, proof_margin);
                words[i][0][block].hits += word == Word::met;
                words[i][1][block].hits += word == Word::not_met;
                ++words[i][0][block].trials;
                ++words[i][1][block].trials;
            }
            seen[block].hits += window.word(judges[1], one_percent, 0) == Word::not_met;
            ++seen[block].trials;
        }
    }
    for (std::size_t i = 0; i < judges.size(); ++i) {
        add_row(job, fmt::format("false met, {}", to_text(proof_looks[i])), false_words,
                words[i][0]);
        add_row(job, fmt::format("false not met, {}", to_text(proof_looks[i])), false_words,
                words[i][1]);
    }
    add_row(job, "+1 % is seen, obf", just_printed, seen);
}

ReplayedRecording facts_of(const Recording& recording) {
    ReplayedRecording facts{recording.name,      recording.workload, recording.machine,
                            recording.load,      recording.order,    recording.foreign_cpu,
                            recording.window_ms, recording.cycles,   {}};
    for (const ReplayLength& length : replay_lengths) {
        if (recording.cycles >= length.at_least) {
            facts.lengths.push_back(length.cycles);
        }
    }
    return facts;
}

}  // namespace

ProofFigure jackknife(std::span<const BlockCount> blocks, bool at_least) {
    ProofFigure figure{0, 0, 0, at_least ? 0.0 : 1.0};
    for (const BlockCount& block : blocks) {
        figure.hits += block.hits;
        figure.trials += block.trials;
    }
    std::vector<double> without;
    for (const BlockCount& block : blocks) {
        if (block.trials > 0 && figure.trials > block.trials) {
            without.push_back(static_cast<double>(figure.hits - block.hits) /
                              static_cast<double>(figure.trials - block.trials));
        }
    }
    if (figure.trials == 0) {
        return figure;
    }
    figure.share = static_cast<double>(figure.hits) / static_cast<double>(figure.trials);
    if (without.size() < 2) {
        return figure;
    }
    const auto count = static_cast<double>(without.size());
    double mean = 0;
    for (const double share : without) {
        mean += share / count;
    }
    double squares = 0;
    for (const double share : without) {
        squares += (share - mean) * (share - mean);
    }
    const double se = std::sqrt((count - 1) / count * squares);
    const double half = t_critical(0.05, count - 1) * se;
    figure.bound = std::clamp(figure.share + (at_least ? -half : half), 0.0, 1.0);
    return figure;
}

Result<std::vector<ProofRow>> replay(std::span<const Recording> recordings, const ProofWork& work,
                                     std::vector<ReplayedRecording>* replayed) {
    std::vector<std::vector<RecordedSeries>> series;
    for (const Recording& recording : recordings) {
        series.push_back(series_of(recording));
        if (replayed != nullptr) {
            replayed->push_back(facts_of(recording));
        }
    }
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        for (const RecordedSeries& one : series[i]) {
            for (const ReplayLength& length : replay_lengths) {
                if (static_cast<int>(one.cycles.size()) >= length.at_least) {
                    jobs.push_back({&recordings[i], &one, length, {}});
                }
            }
        }
    }
    const auto job = [&](std::size_t at) { replay_job(jobs[at], work.seed * 1000003 + at); };
    if (!on_threads(jobs.size(), work.threads, job, work.progress)) {
        return fail(ErrorKind::cancelled, "the proof was stopped");
    }
    std::vector<ProofRow> rows;
    for (Job& done : jobs) {
        std::move(done.rows.begin(), done.rows.end(), std::back_inserter(rows));
    }
    return rows;
}

}  // namespace stallscope
