// SPDX-License-Identifier: Apache-2.0
// Finds the forward that takes a wanted time. Every width is tried with two layers, which tells the
// cost of one; the three that promise to come closest are then measured in turns, so that whatever
// the machine does meanwhile meets all of them alike.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "workload/opencl_forward.h"

namespace stallscope {
namespace {

using opencl::ForwardProgram;
using opencl::OpenClForward;

constexpr std::array widths{64,  128,  192,  256,  320,  384,  448,  512,  640,  768,
                            896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096};
constexpr int usual_layers = 8;
constexpr int most_layers = 96;
constexpr int fewest_calls = 5;
constexpr int most_calls = 60;
constexpr int calls_of_given_size = 9;
constexpr std::size_t finalists = 3;
constexpr double near_enough = 0.1;
/// A disturbance lasts some ms: short forwards are called more often than five times.
constexpr double try_for_ms = 60;
constexpr double choose_for_ms = 200;

int calls_in(double total_ms, double call_ms) {
    return static_cast<int>(std::clamp(total_ms / call_ms, 1.0 * fewest_calls, 1.0 * most_calls));
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Candidate {
    ForwardShape shape;
    double ms = 0;

    /// How far off: by ratio, so that half as long is as far as twice. One layer alone is a little
    /// worse: it has no second layer that waits for the first.
    double miss(double target_ms) const {
        constexpr double single_layer = 0.03;
        return std::abs(std::log(ms / target_ms)) + (shape.layers == 1 ? single_layer : 0);
    }
};

class Sizing {
public:
    Sizing(std::shared_ptr<ForwardProgram> program, int sequence, double target_ms)
        : m_program(std::move(program)), m_sequence(sequence), m_target_ms(target_ms) {}

    Result<ForwardSize> run() {
        auto promising = try_widths();
        if (!promising) return tl::unexpected(promising.error());
        auto best = choose(*promising);
        // A layer count that was rounded from two layers' cost may be off; ask once more.
        for (int again = 0; best && again < 3; ++again) {
            if (best->miss(m_target_ms) <= near_enough) break;
            Candidate adjusted = *best;
            adjusted.shape.layers = layers_for(best->ms / best->shape.layers, most_layers);
            if (adjusted.shape == best->shape) break;
            best = choose({*best, adjusted});
        }
        if (!best) return tl::unexpected(best.error());
        return ForwardSize{best->shape.hidden, best->shape.layers, best->ms};
    }

    /// Medians of shapes that take turns, in the order given.
    Result<std::vector<double>> medians(const std::vector<ForwardShape>& shapes, int calls) {
        std::vector<std::unique_ptr<OpenClForward>> runs;
        for (const auto& shape : shapes) {
            auto run = OpenClForward::open(m_program, shape);
            if (!run) return tl::unexpected(run.error());
            runs.push_back(std::move(*run));
        }
        std::vector<std::vector<double>> times(shapes.size());
        for (int i = 0; i < calls; ++i) {
            for (std::size_t s = 0; s < runs.size(); ++s) {
                const auto span = runs[s]->call(static_cast<std::uint64_t>(i));
                if (!span) return tl::unexpected(span.error());
                times[s].push_back(static_cast<double>(span->native_exit - span->native_enter) *
                                   1e-6);
            }
        }
        std::vector<double> result;
        for (auto& list : times) result.push_back(median(std::move(list)));
        return result;
    }

private:
    int layers_for(double layer_ms, int most) const {
        const double layers = std::round(m_target_ms / layer_ms);
        return static_cast<int>(std::clamp(layers, 1.0, static_cast<double>(most)));
    }

    /// One candidate for every width that can reach the target with a usual number of layers.
    Result<std::vector<Candidate>> try_widths() {
        std::vector<Candidate> candidates;
        double ms_per_flop = 0;
        for (const int hidden : widths) {
            ForwardShape two{m_sequence, hidden, 2};
            const double expected_ms = two.flop() * ms_per_flop;
            const bool too_small = expected_ms * usual_layers / 2 < 0.8 * m_target_ms;
            const bool too_large = expected_ms / 2 > 1.5 * m_target_ms;
            if (ms_per_flop > 0 && too_small && hidden != widths.back()) continue;
            if (ms_per_flop > 0 && too_large) break;
            const int calls = ms_per_flop > 0 ? calls_in(try_for_ms, expected_ms) : most_calls;
            const auto times = medians({two}, calls);
            if (!times) return tl::unexpected(times.error());
            ms_per_flop = times->front() / two.flop();
            const double layer_ms = times->front() / 2;
            const int most = hidden == widths.back() ? most_layers : usual_layers;
            const int layers = layers_for(layer_ms, most);
            candidates.push_back({{m_sequence, hidden, layers}, layer_ms * layers});
        }
        return candidates;
    }

    Result<Candidate> choose(std::vector<Candidate> candidates) {
        std::ranges::sort(candidates, {}, [&](const Candidate& c) { return c.miss(m_target_ms); });
        if (candidates.size() > finalists) candidates.resize(finalists);
        std::vector<ForwardShape> shapes;
        for (const auto& candidate : candidates) shapes.push_back(candidate.shape);
        const auto times = medians(shapes, calls_in(choose_for_ms, m_target_ms));
        if (!times) return tl::unexpected(times.error());
        for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].ms = (*times)[i];
        return *std::ranges::min_element(candidates, {},
                                         [&](const Candidate& c) { return c.miss(m_target_ms); });
    }

    std::shared_ptr<ForwardProgram> m_program;
    int m_sequence;
    double m_target_ms;
};

}  // namespace

Result<ForwardSize> size_forward(const OpenClWorkload& spec) {
    const bool is_sized = spec.hidden && spec.layers;
    if (!is_sized && !(spec.target_ms && *spec.target_ms > 0)) {
        return fail(ErrorKind::experiment, "a forward without a size needs a time to take",
                    "/target_ms", "write `target_ms`, or `hidden` and `layers`");
    }
    auto program = opencl::program_for(spec);
    if (!program) return tl::unexpected(program.error());
    Sizing sizing(std::move(*program), spec.sequence, spec.target_ms.value_or(1));
    if (!is_sized) return sizing.run();
    const auto times =
        sizing.medians({{spec.sequence, *spec.hidden, *spec.layers}}, calls_of_given_size);
    if (!times) return tl::unexpected(times.error());
    return ForwardSize{*spec.hidden, *spec.layers, times->front()};
}

}  // namespace stallscope
