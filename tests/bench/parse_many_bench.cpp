// SPDX-License-Identifier: Apache-2.0
// What parse_many costs beside its parser, and what its policies make of the same batch. Ratios
// within this run, arms in turn; the exit code is 1 when a bound does not hold.
//
//     bench_parse_many [PARSER]     mimetic, if it is not told
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "batch/batch_shapes.h"
#include "batch/parse_many.h"
#include "workload/monotonic_clock.h"

namespace {

using namespace stallscope;

struct Arm {
    std::string name;
    std::function<void()> call;
    std::vector<std::int64_t> ns = {};

    double quantile(double share) const {
        std::vector<std::int64_t> sorted = ns;
        std::sort(sorted.begin(), sorted.end());
        const auto last = static_cast<double>(sorted.size() - 1);
        return static_cast<double>(sorted[static_cast<std::size_t>(share * last)]);
    }
};

// Each arm once per round, forwards and backwards, so that what drifts meets all of them.
void measure(std::vector<Arm>& arms, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < arms.size(); ++i) {
            Arm& arm = arms[round % 2 == 0 ? i : arms.size() - 1 - i];
            const std::int64_t start = now_ns();
            arm.call();
            const std::int64_t took = now_ns() - start;
            if (round >= 2) arm.ns.push_back(took);
        }
    }
}

void print(const std::string& title, const std::vector<Arm>& arms) {
    fmt::print("\n{}\n{:<34} {:>10} {:>10} {:>10} {:>8}\n", title, "", "min µs", "median", "P99",
               "× first");
    for (const Arm& arm : arms) {
        fmt::print("{:<34} {:>10.1f} {:>10.1f} {:>10.1f} {:>8.3f}\n", arm.name,
                   arm.quantile(0) / 1e3, arm.quantile(0.5) / 1e3, arm.quantile(0.99) / 1e3,
                   arm.quantile(0.5) / arms[0].quantile(0.5));
    }
}

bool holds(const std::string& says, double ratio, double at_most) {
    fmt::print("{} {}: {:.3f} (at most {:.3f})\n", ratio <= at_most ? "holds " : "FAILS ", says,
               ratio, at_most);
    return ratio <= at_most;
}

// The least of the pairs' ratios would favour luck, the median does not.
double ratio(const Arm& arm, const Arm& to) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < arm.ns.size(); ++i) {
        ratios.push_back(static_cast<double>(arm.ns[i]) / static_cast<double>(to.ns[i]));
    }
    std::nth_element(ratios.begin(),
                     ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    return ratios[ratios.size() / 2];
}

BatchOptions with_threads(int threads) {
    BatchOptions options;
    options.threads = threads;
    return options;
}

// What a machine of eight CPUs would do by default: they are counted, and the answer is eight.
BatchOptions on_eight_cpus() {
    BatchOptions options;
    options.assumed_cpus = 8;
    return options;
}

std::vector<Slot> bare_loop(const std::vector<std::string_view>& messages,
                            const MailParser& parser) {
    const ParseOptions options;
    std::vector<Slot> slots;
    slots.reserve(messages.size());
    for (const std::string_view message : messages) slots.push_back(parser.parse(message, options));
    return slots;
}

void parse(BatchScheduler& scheduler, const std::vector<std::string_view>& messages,
           const MailParser& parser, const BatchOptions& options) {
    if (!scheduler.parse_many(messages, parser, options)) std::abort();
}

// Most memory a fresh child process held while it ran the call, in KiB.
long peak_kib(const std::function<void()>& call) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    const pid_t child = fork();
    if (child == 0) {
        std::ofstream("/proc/self/clear_refs") << 5;  // the peak so far is the parent's
        call();
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        long peak = usage.ru_maxrss;
        std::ifstream status("/proc/self/status");
        for (std::string word; status >> word;) {
            if (word == "VmHWM:") status >> peak;
        }
        _exit(write(ends[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
    }
    long peak = 0;
    if (read(ends[0], &peak, sizeof peak) != sizeof peak) std::abort();
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    return peak;
}

bool overhead(const MailParser& parser, const char* shape, int rounds) {
    const Corpus corpus = make_batch(shape, 1).value();
    const auto messages = corpus.views();
    BatchScheduler scheduler(policy_after());
    std::vector<Arm> arms = {
        {"bare loop", [&] { bare_loop(messages, parser); }},
        {"parse_many, threads=1", [&] { parse(scheduler, messages, parser, with_threads(1)); }},
        {"bare loop again", [&] { bare_loop(messages, parser); }},
    };
    measure(arms, rounds);
    print(fmt::format("Overhead on {} ({} mails)", shape, messages.size()), arms);
    const double per_message =
        (arms[1].quantile(0.5) - arms[0].quantile(0.5)) / static_cast<double>(messages.size());
    fmt::print("difference of the medians {:.1f} ns per mail\n", per_message);
    std::vector<long> bare;
    std::vector<long> many;
    for (int i = 0; i < 5; ++i) {
        bare.push_back(peak_kib(arms[0].call));
        many.push_back(peak_kib(arms[1].call));
    }
    std::sort(bare.begin(), bare.end());
    std::sort(many.begin(), many.end());
    fmt::print("peak memory {} KiB, bare loop {} KiB\n", many[2], bare[2]);
    const bool time = holds("time over the bare loop", ratio(arms[1], arms[0]), 1.02);
    const bool memory = holds("peak memory over the bare loop",
                              static_cast<double>(many[2]) / static_cast<double>(bare[2]), 1.02);
    return time && memory;
}

bool small_page(const MailParser& parser) {
    const Corpus corpus = make_batch("page", 1).value();
    const auto messages = corpus.views();
    BatchScheduler before(policy_before());
    BatchScheduler after(policy_after());
    std::vector<Arm> arms = {
        {"threads=1", [&] { parse(after, messages, parser, with_threads(1)); }},
        {"threads=1, before", [&] { parse(before, messages, parser, with_threads(1)); }},
        {"after, 8 CPUs", [&] { parse(after, messages, parser, on_eight_cpus()); }},
        {"after, threads=8", [&] { parse(after, messages, parser, with_threads(8)); }},
        {"before, 8 CPUs", [&] { parse(before, messages, parser, on_eight_cpus()); }},
        {"before, threads=8", [&] { parse(before, messages, parser, with_threads(8)); }},
    };
    // The three changes in every combination, at eight CPUs.
    std::vector<std::unique_ptr<BatchScheduler>> kept;
    for (unsigned changes = 1; changes < 7; ++changes) {
        BatchPolicy policy = policy_before();
        std::string name = "before +";
        if ((changes & 1U) != 0) {
            policy.cap = WorkerCap::bytes;
            name += " byte cap";
        }
        if ((changes & 2U) != 0) {
            policy.caller = CallerRole::works;
            name += " caller works";
        }
        if ((changes & 4U) != 0) {
            policy.probe = CpuProbe::cached;
            name += " count cached";
        }
        kept.push_back(std::make_unique<BatchScheduler>(policy));
        BatchScheduler* scheduler = kept.back().get();
        arms.push_back({name, [&messages, &parser, scheduler] {
                            parse(*scheduler, messages, parser, on_eight_cpus());
                        }});
    }
    measure(arms, 1500);
    print("Page: 16 mails of 0.8 KB", arms);
    const bool control =
        holds("the control, before over after at threads=1", ratio(arms[1], arms[0]), 1.02);
    const bool gated = holds("after (8 CPUs) over threads=1", ratio(arms[2], arms[0]), 1.05);
    const bool bug =
        holds("threads=1 over before (8 CPUs), 1 / 1.5", ratio(arms[0], arms[4]), 1 / 1.5);
    return control && gated && bug;
}

bool large_batch(const MailParser& parser) {
    const Corpus corpus = make_batch("large", 1).value();
    const auto messages = corpus.views();
    BatchScheduler after(policy_after());
    std::vector<Arm> arms;
    for (const int threads : {1, 2, 3, 4, 6, 8, 12, 16}) {
        arms.push_back({fmt::format("threads={}", threads),
                        [&, threads] { parse(after, messages, parser, with_threads(threads)); }});
    }
    // In the middle, where it has the neighbours that the others have.
    constexpr std::size_t middle = 4;
    arms.insert(arms.begin() + middle,
                {"8 CPUs", [&] { parse(after, messages, parser, on_eight_cpus()); }});
    measure(arms, 62);
    print("Large: 16 mails of 767 KiB, policy after", arms);
    const Arm* best = &arms[0];
    for (const Arm& arm : arms) {
        if (arm.quantile(0.5) < best->quantile(0.5)) best = &arm;
    }
    return holds(fmt::format("8 CPUs over the best ({})", best->name),
                 arms[middle].quantile(0.5) / best->quantile(0.5), 1.05);
}

}  // namespace

int main(int argc, char** argv) {
    const auto parser = make_parser(argc > 1 ? argv[1] : "mimetic");
    if (!parser) {
        fmt::print(stderr, "{}\n", to_text(parser.error()));
        return 2;
    }
    bool all = overhead(**parser, "page", 3000);
    all &= overhead(**parser, "mailbox", 100);
    all &= small_page(**parser);
    all &= large_batch(**parser);
    return all ? 0 : 1;
}
