// SPDX-License-Identifier: Apache-2.0
// Slots of real parsers do not depend on who shared the work.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "batch/batch_shapes.h"
#include "batch/every_parser.h"
#include "batch/mail_generator.h"
#include "batch/parse_many.h"

namespace stallscope {
namespace {

std::vector<Corpus> batches() {
    std::vector<Corpus> all(2);  // none; one
    all[1].messages = {plain_mail(700, 1)};
    all.push_back(make_batch("page", 1).value());  // below 64 KiB
    all.push_back(make_batch_of(8, 20'000, 1));    // above
    GeneratorSettings settings;
    settings.messages = 40;
    settings.multipart = 0.5;
    all.push_back(generate_corpus(settings));
    Corpus hostile;
    hostile.messages = {"",
                        "\n",
                        "x",
                        std::string("\0\0", 2),
                        "Content-Type: multipart/mixed\n\n--\n",
                        std::string(300'000, 'h'),
                        "A: b\n\n=?="};
    all.push_back(hostile);
    return all;
}

TEST(SameSlots, WithDefaultThreadsAndWithOne) {
    std::vector<BatchPolicy> policies = {policy_before(), policy_after(), {}, {}};
    policies[2].cap = WorkerCap::cost;
    policies[2].claiming = Claiming::guided;
    policies[2].threads = WorkerThreads::pool;
    policies[3].bytes_per_worker = 1000;
    policies[3].threads = WorkerThreads::pool;
    policies[3].caller = CallerRole::joins;
    for (const auto& parser : every_library()) {
        for (const Corpus& batch : batches()) {
            const auto views = batch.views();
            for (ParseOptions parse : every_mode()) {
                for (const bool strict : {false, true}) {
                    if (strict &&
                        (parse.mode == ParseMode::metadata || parse.shape == ParseShape::tree)) {
                        continue;
                    }
                    parse.strict = strict;
                    BatchOptions one;
                    one.parse = parse;
                    one.threads = 1;
                    const auto alone =
                        BatchScheduler(policy_before()).parse_many(views, *parser, one);
                    ASSERT_TRUE(alone);
                    const auto expected = digests_of(alone->slots);
                    for (const BatchPolicy& policy : policies) {
                        BatchScheduler scheduler(policy);
                        BatchOptions shared = one;
                        shared.threads.reset();
                        shared.assumed_cpus = 4;
                        const int calls = policy.threads == WorkerThreads::pool ? 2 : 1;
                        for (int call = 0; call < calls; ++call) {
                            const auto together = scheduler.parse_many(views, *parser, shared);
                            ASSERT_TRUE(together);
                            ASSERT_EQ(digests_of(together->slots), expected);
                        }
                    }
                }
            }
        }
    }
}

TEST(SpinParser, TakesTheTimeThatItIsTold) {
    // Ratios of the same parser in one run: eight times the bytes, eight times the time.
    const auto parser = make_parser("spin", {200, 0}).value();
    const std::string small(1024, 'x');
    const std::string large(8 * 1024, 'x');
    const auto least = [&](const std::string& message) {
        auto best = std::chrono::nanoseconds::max();
        for (int i = 0; i < 15; ++i) {
            const auto start = std::chrono::steady_clock::now();
            EXPECT_EQ(parser->parse(message, {})->subject, std::to_string(message.size()));
            best =
                std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - start);
        }
        return static_cast<double>(best.count());
    };
    EXPECT_NEAR(least(large) / least(small), 8, 1.6);
}

}  // namespace
}  // namespace stallscope
