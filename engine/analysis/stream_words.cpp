// SPDX-License-Identifier: Apache-2.0
#include "analysis/stream_words.h"

#include <fmt/format.h>

namespace stallscope {
namespace {

std::string length_words(const Length& length, double spread_ms) {
    std::string words;
    if (const auto* ms = std::get_if<double>(&length)) {
        words = fmt::format("{} ms", *ms);
    } else {
        const auto& measured = std::get<MeasuredLength>(length);
        words = length_key(measured.statistic, measured.calls, measured.stream);
    }
    return spread_ms > 0 ? fmt::format("{} + 0…{} ms", words, spread_ms) : words;
}

std::string counted(int n, std::string_view thing) {
    return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

struct Words {
    std::string operator()(const WaitWorkload& wait) const {
        return "wait " + length_words(wait.ms, wait.spread_ms);
    }
    std::string operator()(const SpinWorkload& spin) const {
        return "spin " + length_words(spin.ms, spin.spread_ms);
    }
    std::string operator()(const OpenClWorkload& forward) const {
        std::string words = fmt::format("opencl S{}", forward.sequence);
        if (forward.target_ms) {
            words += fmt::format(" {} ms", *forward.target_ms);
        } else if (forward.hidden && forward.layers) {
            words += fmt::format(" H{} L{}", *forward.hidden, *forward.layers);
        }
        return forward.unit == 0 ? words : fmt::format("{} unit {}", words, forward.unit);
    }
    std::string operator()(const PythonWorkload& python) const { return "python " + python.call; }
    std::string operator()(const MailWorkload& mail) const {
        const std::string batch =
            !mail.mails.made.empty() ? mail.mails.made
            : !mail.mails.corpus.empty()
                ? fmt::format("{} of a corpus", mail.mails.messages)
                : fmt::format("{} × {} bytes", mail.mails.messages, mail.mails.bytes);
        const std::string threads =
            mail.threads ? counted(*mail.threads, "thread") : std::string("threads as CPUs");
        return fmt::format("{} {}, {}, cap {}", mail.parser, batch, threads, mail.cap);
    }
};

}  // namespace

std::string workload_words(const Workload& workload) {
    return std::visit(Words{}, workload);
}

std::string load_words(const Load& load) {
    if (const auto* closed = std::get_if<ClosedLoad>(&load)) {
        std::string words = "closed, " + counted(closed->clients, "client");
        return closed->think_ms > 0 ? fmt::format("{}, think {} ms", words, closed->think_ms)
                                    : words;
    }
    return "loop, " + counted(std::get<LoopLoad>(load).threads, "thread");
}

std::string device_words(std::string_view stream, const DeviceFacts& facts) {
    if (!facts.emulated) {
        return facts.device;
    }
    const bool says_so = facts.device.find("(emulated)") != std::string::npos;
    return fmt::format("{} → {}{}", stream, facts.device, says_so ? "" : " (emulated)");
}

std::optional<double> requested_ms(const Workload& workload,
                                   const std::map<std::string, double>& measured_ms) {
    const Length* length = nullptr;
    double spread_ms = 0;
    if (const auto* wait = std::get_if<WaitWorkload>(&workload)) {
        length = &wait->ms;
        spread_ms = wait->spread_ms;
    } else if (const auto* spin = std::get_if<SpinWorkload>(&workload)) {
        length = &spin->ms;
        spread_ms = spin->spread_ms;
    } else {
        return std::nullopt;
    }
    if (const auto* ms = std::get_if<double>(length)) {
        return *ms + spread_ms / 2;
    }
    const auto& measured = std::get<MeasuredLength>(*length);
    const auto found =
        measured_ms.find(length_key(measured.statistic, measured.calls, measured.stream));
    if (found == measured_ms.end()) {
        return std::nullopt;
    }
    return found->second + spread_ms / 2;
}

bool is_device_call(const Workload& workload) {
    return !std::holds_alternative<WaitWorkload>(workload) &&
           !std::holds_alternative<SpinWorkload>(workload);
}

}  // namespace stallscope
