// SPDX-License-Identifier: Apache-2.0
#include "workload/size_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stallscope {
namespace {

constexpr std::array widths{64,  128,  192,  256,  320,  384,  448,  512,  640,  768,
                            896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096};
constexpr int usual_layers = 8;
constexpr int most_layers = 96;
constexpr int fewest_calls = 5;
constexpr int most_calls = 60;
constexpr std::size_t finalists = 3;
constexpr double near_enough = 0.1;
/// A disturbance lasts some ms: short forwards are called more often than five times.
constexpr double try_for_ms = 60;
constexpr double choose_for_ms = 200;

int calls_in(double total_ms, double call_ms) {
    return static_cast<int>(std::clamp(total_ms / call_ms, 1.0 * fewest_calls, 1.0 * most_calls));
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
    Sizing(int sequence, double target_ms, const MeasureShapes& measure)
        : m_sequence(sequence), m_target_ms(target_ms), m_measure(measure) {}

    Result<ForwardSize> run() {
        auto promising = try_widths();
        if (!promising) return tl::unexpected(promising.error());
        auto best = choose(std::move(*promising));
        // What was promised may be off: correct the number of layers by what was measured.
        for (int again = 0; best && again < 2; ++again) {
            if (best->miss(m_target_ms) <= near_enough) break;
            Candidate adjusted = *best;
            adjusted.shape.layers =
                layers_for(best->shape.hidden, 0, best->ms / best->shape.layers);
            if (adjusted.shape == best->shape) break;
            best = choose({*best, adjusted});
        }
        if (!best) return tl::unexpected(best.error());
        return ForwardSize{best->shape.hidden, best->shape.layers, best->ms};
    }

private:
    int layers_for(int hidden, double fixed_ms, double layer_ms) const {
        const int most = hidden == widths.back() ? most_layers : usual_layers;
        const double layers = std::round((m_target_ms - fixed_ms) / layer_ms);
        return static_cast<int>(std::clamp(layers, 1.0, 1.0 * most));
    }

    /// One candidate for every width that can reach the target with a usual number of layers.
    Result<std::vector<Candidate>> try_widths() {
        std::vector<Candidate> candidates;
        double ms_per_flop = 0;
        for (const int hidden : widths) {
            const ForwardShape one{m_sequence, hidden, 1};
            const ForwardShape three{m_sequence, hidden, 3};
            const double expected_ms = one.flop() * ms_per_flop;
            const bool too_small = expected_ms * usual_layers < 0.8 * m_target_ms;
            const bool too_large = expected_ms > 1.5 * m_target_ms;
            if (ms_per_flop > 0 && too_small && hidden != widths.back()) continue;
            if (ms_per_flop > 0 && too_large) break;
            const int calls = ms_per_flop > 0 ? calls_in(try_for_ms, 4 * expected_ms) : most_calls;
            const auto times = m_measure({one, three}, calls);
            if (!times) return tl::unexpected(times.error());
            const double one_ms = times->front();
            const double three_ms = times->back();
            // A straight line through both; noise must not turn it over.
            const double layer_ms = std::max((three_ms - one_ms) / 2, 0.2 * three_ms);
            const double fixed_ms = std::max(one_ms - layer_ms, 0.0);
            ms_per_flop = three_ms / three.flop();
            Candidate candidate{{m_sequence, hidden, layers_for(hidden, fixed_ms, layer_ms)}, 0};
            candidate.ms = fixed_ms + layer_ms * candidate.shape.layers;
            candidates.push_back(candidate);
        }
        return candidates;
    }

    Result<Candidate> choose(std::vector<Candidate> candidates) {
        std::ranges::sort(candidates, {}, [&](const Candidate& c) { return c.miss(m_target_ms); });
        if (candidates.size() > finalists) candidates.resize(finalists);
        std::vector<ForwardShape> shapes;
        shapes.reserve(candidates.size());
        for (const auto& candidate : candidates) shapes.push_back(candidate.shape);
        const auto times = m_measure(shapes, calls_in(choose_for_ms, m_target_ms));
        if (!times) return tl::unexpected(times.error());
        for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i].ms = (*times)[i];
        return *std::ranges::min_element(candidates, {},
                                         [&](const Candidate& c) { return c.miss(m_target_ms); });
    }

    int m_sequence;
    double m_target_ms;
    const MeasureShapes& m_measure;
};

}  // namespace

Result<ForwardSize> search_size(int sequence, double target_ms, const MeasureShapes& measure) {
    return Sizing(sequence, target_ms, measure).run();
}

}  // namespace stallscope
