// SPDX-License-Identifier: Apache-2.0
#include "batch/spin_parser.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "batch/mail_limits.h"
#include "workload/monotonic_clock.h"

namespace stallscope {

namespace {

// A chain of multiplications: each waits for the one before, so no CPU can overlap them.
std::uint64_t computed(std::uint64_t steps) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 0; i < steps; ++i) value = value * 6364136223846793005ULL + i;
    return value;
}

double ns_per_step() {
    constexpr std::uint64_t steps = 100'000;
    std::atomic<std::uint64_t> kept = 0;
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < 20; ++i) {
        const std::int64_t start = now_ns();
        kept.store(computed(steps), std::memory_order_relaxed);
        least = std::min(least, static_cast<double>(now_ns() - start) / steps);
    }
    return least;
}

}  // namespace

SpinParser::SpinParser(SpinSettings settings) {
    const double step = ns_per_step();
    m_steps_per_message = settings.us_per_message * 1000 / step;
    m_steps_per_byte = settings.us_per_kib * 1000 / 1024 / step;
}

std::string_view SpinParser::name() const {
    return "spin";
}

Slot SpinParser::parse(std::string_view message, const ParseOptions& options) const {
    if (is_too_large(message, options.limits)) return tl::unexpected(too_large(options.limits));
    const double steps =
        m_steps_per_message + m_steps_per_byte * static_cast<double>(message.size());
    std::atomic<std::uint64_t> kept = 0;
    kept.store(computed(static_cast<std::uint64_t>(steps)), std::memory_order_relaxed);
    ParsedMail mail;
    mail.subject = std::to_string(message.size());
    mail.parts = options.mode == ParseMode::metadata ? 0 : 1;
    return mail;
}

}  // namespace stallscope
