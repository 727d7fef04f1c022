// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_words.h"

#include <fmt/format.h>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

std::string length_in_words(const Length& length) {
    if (const auto* ms = std::get_if<double>(&length)) return fmt::format("{} ms", *ms);
    const auto& measured = std::get<MeasuredLength>(length);
    return fmt::format("the {} of {} calls of {}, measured before the first window",
                       measured.statistic, measured.calls, measured.stream);
}

std::string with_spread(double spread_ms) {
    return spread_ms > 0 ? fmt::format(" plus 0 to {} ms", spread_ms) : std::string();
}

std::string words(const WaitWorkload& wait) {
    const char* how = wait.mode == WaitMode::spin     ? " (spinning)"
                      : wait.mode == WaitMode::usleep ? " (usleep)"
                                                      : "";
    return "wait of " + length_in_words(wait.ms) + with_spread(wait.spread_ms) + how;
}

std::string words(const SpinWorkload& spin) {
    return "spin of " + length_in_words(spin.ms) + with_spread(spin.spread_ms);
}

std::string words(const OpenClWorkload& forward) {
    std::string text = "OpenCL forward";
    if (forward.hidden && forward.layers) {
        text += fmt::format(" of {} layers, {} wide", *forward.layers, *forward.hidden);
    } else if (forward.target_ms) {
        text += fmt::format(" of about {} ms", *forward.target_ms);
    }
    text += fmt::format(", {} tokens", forward.sequence);
    if (!forward.device.empty()) text += ", on " + printable(forward.device);
    if (forward.unit != 0) text += fmt::format(", unit {}", forward.unit);
    return text;
}

std::string words(const PythonWorkload& python) {
    return "callable " + printable(python.call);
}

std::string words(const MailWorkload& mail) {
    std::string batch = mail.mails.made;
    if (batch.empty()) {
        batch =
            mail.mails.corpus.empty()
                ? fmt::format("{} mails of {} bytes", mail.mails.messages, mail.mails.bytes)
                : fmt::format("{} mails of {}", mail.mails.messages, printable(mail.mails.corpus));
    }
    std::string text = fmt::format("{} by {}, {}", batch, mail.parser,
                                   mail.threads ? "at most " + counted(*mail.threads, "thread")
                                                : std::string("as many threads as CPUs"));
    text += fmt::format("; cap by {}, the caller {}, CPUs counted {}, claiming {}, workers {}",
                        mail.cap, mail.caller, mail.probe == "cached" ? "once" : "at every call",
                        mail.claiming,
                        mail.workers == "pool" ? "parked in a pool" : "started for each call");
    return text;
}

std::string binding_in_words(Binding binding) {
    switch (binding) {
        case Binding::pydll:
            return "lock held during the call";
        case Binding::cdll:
            return "lock released during the call";
        case Binding::callable:
            return "lock as the callable does it";
    }
    return {};
}

std::string place_of(const Criterion& criterion) {
    std::string text;
    if (!criterion.stream.empty()) text += " of " + criterion.stream;
    if (!criterion.cell.empty()) text += " in " + criterion.cell;
    if (!criterion.conditions.empty()) {
        const auto& named = criterion.conditions;
        text += criterion.cell.empty() ? " in " : named.size() == 1 ? "/" : ", in each of ";
        text += listed(named);
    }
    return text;
}

std::string bound_of(const Criterion& criterion) {
    const double bound = criterion.bound;
    const double percent = bound * 100;
    switch (criterion.form) {
        case Form::at_most_ms:
            return fmt::format("at most {} ms", bound);
        case Form::at_least_ms:
            return fmt::format("at least {} ms", bound);
        case Form::at_most:
            return criterion.share ? fmt::format("at most {:.4g} % of the requests", percent)
                                   : fmt::format("at most {}", bound);
        case Form::at_least:
            return criterion.metric == "served_as_declared"
                       ? std::string("in every visit")
                       : fmt::format("at least {} a second", bound);
        case Form::worse_by_less_than:
            if (criterion.share) {
                return fmt::format("worse than {} by less than {:.4g} percentage points",
                                   criterion.against, percent);
            }
            return fmt::format("worse than {} by less than {:.4g} %", criterion.against, percent);
        case Form::better_by_at_least:
            return fmt::format("better than {} by at least {:.4g} %", criterion.against, percent);
        case Form::at_least_times:
            return fmt::format("better than {} at least {} times", criterion.against, bound);
        case Form::within:
            return fmt::format("within {:.4g} % of {}", percent, criterion.against);
        case Form::gap_closed:
            return fmt::format("at least {:.4g} % of the way from {} to {}", percent,
                               criterion.gap_from, criterion.gap_to);
    }
    return {};
}

}  // namespace

std::string in_words(const Workload& workload) {
    return std::visit([](const auto& kind) { return words(kind); }, workload);
}

std::string in_words(const Load& load) {
    if (const auto* closed = std::get_if<ClosedLoad>(&load)) {
        return counted(closed->clients, "client") +
               (closed->think_ms > 0 ? fmt::format(", {} ms apart", closed->think_ms)
                                     : std::string(", back to back"));
    }
    return "loop of " + counted(std::get<LoopLoad>(load).threads, "thread");
}

std::string in_words(const Stream& stream) {
    std::string text = in_words(stream.workload);
    if (std::holds_alternative<MailWorkload>(stream.workload))
        return text + "; in a native host; " + in_words(stream.load);
    text += stream.placement == Placement::process ? "; in a process of its own"
                                                   : "; on a thread of the host";
    text += "; " + binding_in_words(stream.binding) + "; " + in_words(stream.load);
    if (!stream.measured) text += "; not measured itself";
    return text;
}

std::string in_words(const Criterion& criterion) {
    const std::string what = criterion.statistic.empty()
                                 ? criterion.metric
                                 : criterion.statistic + " " + criterion.metric;
    std::string text = what + place_of(criterion) + " " + bound_of(criterion);
    if (!criterion.margin_from.empty()) text += "; bound from: " + criterion.margin_from;
    return printable(text);
}

std::string judging_in_words(const Experiment& experiment) {
    std::string text;
    switch (experiment.looks) {
        case Looks::obf:
            text =
                "Words may come after every complete cycle from the third on, at levels that "
                "together are as strict as one look at the end";
            break;
        case Looks::final:
            text = "Words come after the last cycle only";
            break;
        case Looks::anytime:
            text =
                "Words may come after every complete cycle from the third on, however long it "
                "goes on";
            break;
    }
    text += experiment.interval == IntervalKind::pooled
                ? "; the noise of all cells of a condition is pooled while they are equally noisy"
                : "; every interval is from the cycles' own differences";
    return text + ".";
}

}  // namespace stallscope::cli
