// SPDX-License-Identifier: Apache-2.0
#include "analysis/verdict_text.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace stallscope {

std::string_view to_text(IntervalUsed interval) {
    switch (interval) {
        case IntervalUsed::none:
            return "none";
        case IntervalUsed::paired:
            return "paired";
        case IntervalUsed::pooled:
            return "pooled";
        case IntervalUsed::builds:
            return "builds";
        case IntervalUsed::absolute:
            return "absolute";
        case IntervalUsed::share:
            return "share";
    }
    return "";
}

std::string p_text(double p) {
    return p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.2g}", p);
}

std::string why_undecided(const Member& member, const LookFigures& figures,
                          const Critical& critical, const LookRule& rule, int hypotheses) {
    const double margin = member.margin.value;
    if (figures.used == IntervalUsed::builds && figures.estimate.n < fewest_cycles) {
        return fmt::format("{} builds, 3 are needed", figures.estimate.n);
    }
    if (figures.used == IntervalUsed::builds && rule.looks == Looks::anytime) {
        return "several builds need a fixed number of cycles";
    }
    if (!critical.decides) {
        if (figures.used == IntervalUsed::builds || rule.looks == Looks::final) {
            return fmt::format("a word comes after all {} cycles only, {} are complete",
                               rule.cycles, figures.cycles);
        }
        return "this early look decides nothing yet";
    }
    const Bounds interval = figures.interval(critical.level, critical.t);
    if (interval.low > margin) {
        return fmt::format("alone not met ({}); not after Holm over {} criteria",
                           p_text(figures.p_not_met(margin)), hypotheses);
    }
    if (interval.high < margin) {
        return figures.used == IntervalUsed::absolute
                   ? "the mean is on the good side, but not every cycle is"
                   : "burst-dominated";
    }
    return "the interval contains the margin";
}

std::string why_invalid(const ControlVerdict& control, CostScale kind) {
    const double off = control.contrast ? control.contrast->value : 0;
    return kind == CostScale::raw
               ? fmt::format("the control failed: identical code differed by {:.3g} ({})", off,
                             p_text(control.control.adjusted))
               : fmt::format("the control failed: identical code differed by {:.2g} % ({})",
                             100 * std::abs(std::expm1(off)), p_text(control.control.adjusted));
}

void show(Verdict& verdict, const Member& member) {
    const bool contrast = std::holds_alternative<ContrastSeries>(member.data);
    const bool ratio = contrast && member.kind != CostScale::raw;
    const bool rate = contrast && member.kind == CostScale::rate;
    const bool negated = rate != member.margin.mirrored;
    const auto shown = [&](double value) {
        const double turned = negated ? -value : value;
        return ratio ? std::exp(turned) : turned;
    };
    const auto if_there = [&](const std::optional<double>& value) {
        return value ? std::optional(shown(*value)) : std::nullopt;
    };
    Shown& out = verdict.shown;
    out.ratio = ratio;
    out.value = if_there(verdict.value);
    out.low = if_there(verdict.low);
    out.high = if_there(verdict.high);
    out.low95 = if_there(verdict.low95);
    out.high95 = if_there(verdict.high95);
    out.mean_estimate = if_there(verdict.mean_estimate);
    out.margin = shown(verdict.margin);
    if (negated) {
        std::swap(out.low, out.high);
        std::swap(out.low95, out.high95);
    }
}

}  // namespace stallscope
