// SPDX-License-Identifier: Apache-2.0
#include "run/batch_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "batch/batch_shapes.h"
#include "batch/cpu_count.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

/// The same batches in every run: what differs between cells is their policy.
constexpr std::uint64_t first_seed = 1;

Result<std::vector<Corpus>> batches_of(const MailBatch& mails, int distinct) {
    if (!mails.corpus.empty()) {
        const auto corpus = open_corpus(mails.corpus);
        if (!corpus) return tl::unexpected(corpus.error());
        return random_pages(*corpus, static_cast<std::size_t>(mails.messages),
                            static_cast<std::size_t>(distinct), first_seed);
    }
    std::vector<Corpus> batches;
    for (int i = 0; i < distinct; ++i) {
        const auto seed = first_seed + static_cast<std::uint64_t>(i);
        if (mails.made.empty()) {
            batches.push_back(make_batch_of(static_cast<std::size_t>(mails.messages),
                                            static_cast<std::size_t>(mails.bytes), seed));
            continue;
        }
        auto made = make_batch(mails.made, seed);
        if (!made) return tl::unexpected(made.error());
        batches.push_back(std::move(*made));
    }
    return batches;
}

BatchPolicy policy_of(const MailWorkload& mail) {
    BatchPolicy policy;
    policy.cap = mail.cap == "count"  ? WorkerCap::count
                 : mail.cap == "cost" ? WorkerCap::cost
                                      : WorkerCap::bytes;
    if (mail.cost) policy.cost = *mail.cost;
    policy.caller = mail.caller == "joins" ? CallerRole::joins : CallerRole::works;
    policy.probe = mail.probe == "per-call" ? CpuProbe::per_call : CpuProbe::cached;
    policy.claiming = mail.claiming == "guided" ? Claiming::guided : Claiming::single;
    policy.threads = mail.workers == "pool" ? WorkerThreads::pool : WorkerThreads::spawned;
    policy.bytes_per_worker = static_cast<std::size_t>(mail.bytes_per_worker);
    return policy;
}

BatchOptions options_of(const MailWorkload& mail) {
    BatchOptions options;
    options.parse.mode = mail.mode == "metadata" ? ParseMode::metadata
                         : mail.mode == "lazy"   ? ParseMode::lazy
                                                 : ParseMode::full;
    options.parse.shape = mail.structure == "tree" ? ParseShape::tree : ParseShape::flat;
    options.parse.strict = mail.strict;
    options.parse.limits = {static_cast<std::size_t>(mail.limits.message_bytes),
                            static_cast<std::size_t>(mail.limits.header_bytes),
                            static_cast<std::size_t>(mail.limits.boundary_bytes), mail.limits.parts,
                            mail.limits.depth};
    options.threads = mail.threads;
    options.assumed_cpus = mail.assumed_cpus;
    return options;
}

/// FNV-1a over the slots' own fingerprints.
std::uint64_t folded(const std::vector<std::uint64_t>& digests) {
    std::uint64_t all = 0xcbf29ce484222325;
    for (const std::uint64_t digest : digests) {
        for (int byte = 0; byte < 8; ++byte) {
            all ^= (digest >> (8 * byte)) & 0xff;
            all *= 0x100000001b3;
        }
    }
    return all;
}

}  // namespace

struct BatchCall::Opened {
    std::string parser_name;
    std::unique_ptr<MailParser> parser;
    std::vector<Corpus> batches;
    std::vector<std::vector<std::string_view>> views;
    BatchOptions options;
    BatchScheduler scheduler;
    BatchScheduler alone{policy_after()};
};

BatchCall::BatchCall(std::unique_ptr<Opened> opened) : m_opened(std::move(opened)) {}
BatchCall::BatchCall(BatchCall&&) noexcept = default;
BatchCall::~BatchCall() = default;

Result<BatchCall> BatchCall::open(const MailWorkload& workload, int distinct) {
    auto parser =
        make_parser(workload.parser, {workload.spin_us_per_kib, workload.spin_us_per_message});
    if (!parser) return tl::unexpected(parser.error());
    auto batches = batches_of(workload.mails, distinct);
    if (!batches) return tl::unexpected(batches.error());
    const BatchPolicy policy = policy_of(workload);
    const BatchOptions options = options_of(workload);
    if (const auto fine = check(policy, options); !fine) return tl::unexpected(fine.error());
    auto opened = std::unique_ptr<Opened>(new Opened{workload.parser,
                                                     std::move(*parser),
                                                     std::move(*batches),
                                                     {},
                                                     options,
                                                     BatchScheduler(policy)});
    for (const Corpus& batch : opened->batches) opened->views.push_back(batch.views());
    return BatchCall(std::move(opened));
}

int BatchCall::distinct() const {
    return static_cast<int>(m_opened->views.size());
}

Result<BatchResult> BatchCall::call(int which) {
    return m_opened->scheduler.parse_many(m_opened->views[static_cast<std::size_t>(which)],
                                          *m_opened->parser, m_opened->options);
}

Result<std::uint64_t> BatchCall::reference(int which) {
    const auto shared = call(which);
    if (!shared) return tl::unexpected(shared.error());
    BatchOptions options = m_opened->options;
    options.threads = 1;
    const auto alone = m_opened->alone.parse_many(m_opened->views[static_cast<std::size_t>(which)],
                                                  *m_opened->parser, options);
    if (!alone) return tl::unexpected(alone.error());
    const auto of_shared = digests_of(shared->slots), of_alone = digests_of(alone->slots);
    const auto differs =
        std::mismatch(of_shared.begin(), of_shared.end(), of_alone.begin(), of_alone.end());
    if (differs.first == of_shared.end() && differs.second == of_alone.end())
        return folded(of_alone);
    return fail(ErrorKind::measurement,
                fmt::format("message {} of batch {} is not what one worker makes of it",
                            differs.first - of_shared.begin() + 1, which + 1),
                "the batch's slots", "this is a fault of the parser or of the scheduler");
}

std::string BatchCall::description() const {
    std::vector<std::string_view> all;
    for (const auto& views : m_opened->views) all.insert(all.end(), views.begin(), views.end());
    const CorpusDescription of = describe(all, *m_opened->parser);
    Json says{{"parser", m_opened->parser_name},
              {"cpus", count_cpus()},
              {"version", parser_version(m_opened->parser_name)},
              {"batches", distinct()},
              {"messages", of.messages / m_opened->views.size()},
              {"bytes", of.bytes / m_opened->views.size()},
              {"sizes",
               {{"least", of.least},
                {"p10", of.p10},
                {"median", of.median},
                {"p90", of.p90},
                {"p99", of.p99},
                {"most", of.most}}},
              {"multipart", of.multipart},
              {"deepest", of.deepest},
              {"most_parts", of.most_parts},
              {"errors", of.errors},
              {"encodings", of.encodings},
              {"defects", of.defects},
              {"sha256", of.sha256}};
    if (m_opened->scheduler.policy().cap == WorkerCap::cost) {
        const CostModel& cost = m_opened->scheduler.policy().cost;
        says["cost"] = {{"ns_per_message", cost.ns_per_message},
                        {"ns_per_byte", cost.ns_per_byte},
                        {"ns_per_thread", cost.ns_per_thread},
                        {"speedup", cost.speedup},
                        {"cpus", cost.cpus}};
    }
    return says.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::uint64_t digest_of_slots(const std::vector<Slot>& slots) {
    return folded(digests_of(slots));
}

}  // namespace stallscope
