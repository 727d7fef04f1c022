// SPDX-License-Identifier: Apache-2.0
#include "plan/mail_codec.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr Range thread_range{1, 256};
constexpr double mebibytes_64 = 64.0 * 1024 * 1024;
constexpr Range spin_range{0, 1e6, "µs"};

/// A member that is one of several words, or what it is without it.
std::string read_word(ObjectReader& reader, std::string_view key, std::string fallback,
                      const std::vector<std::string>& words, std::string_view noun) {
    const auto found = reader.word(key, words, noun);
    return found ? words[*found] : fallback;
}

MailBatch read_batch(const Json& value, const std::string& pointer, Faults& faults) {
    static const std::vector<std::string> made{"page", "chunk", "mailbox", "large", "mixed"};
    MailBatch batch;
    if (const std::string* name = value.text()) {
        if (std::find(made.begin(), made.end(), *name) == made.end()) {
            faults.add(pointer, fmt::format("there is no batch {}", in_quotes(*name)),
                       suggestion(*name, made, "The made ones are"));
        }
        batch.made = *name;
        return batch;
    }
    ObjectReader reader(value, pointer, "a batch of mails", faults);
    batch.made.clear();
    batch.corpus = reader.text("corpus", {}, {1, 4096});
    batch.messages = reader.whole("messages", batch.messages, {1, 100'000});
    if (batch.corpus.empty()) {
        batch.bytes = reader.whole("bytes", batch.bytes, {200, mebibytes_64, "bytes"});
    } else if (reader.find("bytes")) {
        faults.add(reader.at("bytes"), "mails of a corpus have the sizes they have",
                   "Leave \"bytes\" or \"corpus\" out.");
    }
    reader.finish();
    return batch;
}

MailLimits read_limits(const Json& value, const std::string& pointer, Faults& faults) {
    MailLimits limits;
    ObjectReader reader(value, pointer, "the limits", faults);
    const Range sizes{1, 1 << 30, "bytes"};
    limits.message_bytes = reader.whole("message_bytes", limits.message_bytes, sizes);
    limits.header_bytes = reader.whole("header_bytes", limits.header_bytes, sizes);
    limits.boundary_bytes = reader.whole("boundary_bytes", limits.boundary_bytes, sizes);
    limits.parts = reader.whole("parts", limits.parts, {1, 1'000'000});
    limits.depth = reader.whole("depth", limits.depth, {1, 1000});
    reader.finish();
    return limits;
}

CostModel read_cost(const Json& value, const std::string& pointer, Faults& faults) {
    CostModel cost;
    ObjectReader reader(value, pointer, "the costs", faults);
    const Range times{0, 1e9, "ns"};
    cost.ns_per_message = reader.number("ns_per_message", cost.ns_per_message, times);
    cost.ns_per_byte = reader.number("ns_per_byte", cost.ns_per_byte, times);
    cost.ns_per_thread = reader.number("ns_per_thread", cost.ns_per_thread, times);
    cost.cpus = reader.whole("cpus", cost.cpus, {0, thread_range.most});
    cost.speedup = reader.number("speedup", cost.speedup, {0, thread_range.most});
    reader.finish();
    return cost;
}

Json cost_document(const CostModel& cost) {
    return Json(Json::Object{{"ns_per_message", Json(cost.ns_per_message)},
                             {"ns_per_byte", Json(cost.ns_per_byte)},
                             {"ns_per_thread", Json(cost.ns_per_thread)},
                             {"speedup", Json(cost.speedup)},
                             {"cpus", Json(cost.cpus)}});
}

std::optional<int> read_threads(ObjectReader& reader, std::string_view key) {
    if (!reader.find(key)) return std::nullopt;
    return reader.whole(key, 1, thread_range);
}

}  // namespace

MailWorkload read_mail(ObjectReader& reader) {
    MailWorkload mail;
    mail.parser =
        read_word(reader, "parser", mail.parser, {"mimetic", "gmime", "spin"}, "a parser");
    if (const Json* mails = reader.find("mails"))
        mail.mails = read_batch(*mails, reader.at("mails"), reader.faults());
    mail.mode = read_word(reader, "mode", mail.mode, {"full", "lazy", "metadata"}, "a mode");
    mail.structure =
        read_word(reader, "structure", mail.structure, {"flat", "tree"}, "a structure");
    mail.strict = reader.flag("strict", mail.strict);
    if (mail.strict && mail.mode == "metadata") {
        reader.faults().add(reader.at("strict"), "strict needs the bodies, metadata reads none",
                            "Leave \"strict\" out, or take mode \"full\" or \"lazy\".");
    }
    mail.threads = read_threads(reader, "threads");
    mail.assumed_cpus = read_threads(reader, "assumed_cpus");
    mail.cap = read_word(reader, "cap", mail.cap, {"count", "bytes", "cost"}, "a cap of workers");
    mail.bytes_per_worker =
        reader.whole("bytes_per_worker", mail.bytes_per_worker, {1, 1 << 30, "bytes"});
    if (const Json* cost = reader.find("cost"))
        mail.cost = read_cost(*cost, reader.at("cost"), reader.faults());
    mail.caller = read_word(reader, "caller", mail.caller, {"joins", "works"}, "a caller's role");
    mail.probe =
        read_word(reader, "probe", mail.probe, {"per-call", "cached"}, "a way to count the CPUs");
    mail.claiming =
        read_word(reader, "claiming", mail.claiming, {"single", "guided"}, "a way to claim");
    mail.workers =
        read_word(reader, "workers", mail.workers, {"spawned", "pool"}, "a source of workers");
    mail.spin_us_per_kib = reader.number("spin_us_per_kib", mail.spin_us_per_kib, spin_range);
    mail.spin_us_per_message =
        reader.number("spin_us_per_message", mail.spin_us_per_message, spin_range);
    if (const Json* limits = reader.find("limits"))
        mail.limits = read_limits(*limits, reader.at("limits"), reader.faults());
    return mail;
}

Json::Object mail_members(const MailWorkload& mail) {
    Json mails(mail.mails.made);
    if (mail.mails.made.empty()) {
        Json::Object members{{"messages", Json(mail.mails.messages)}};
        if (mail.mails.corpus.empty()) {
            members["bytes"] = Json(mail.mails.bytes);
        } else {
            members["corpus"] = Json(mail.mails.corpus);
        }
        mails = Json(std::move(members));
    }
    Json::Object out{
        {"parser", Json(mail.parser)},
        {"mails", std::move(mails)},
        {"mode", Json(mail.mode)},
        {"structure", Json(mail.structure)},
        {"strict", Json(mail.strict)},
        {"cap", Json(mail.cap)},
        {"bytes_per_worker", Json(mail.bytes_per_worker)},
        {"caller", Json(mail.caller)},
        {"probe", Json(mail.probe)},
        {"claiming", Json(mail.claiming)},
        {"workers", Json(mail.workers)},
        {"spin_us_per_kib", Json(mail.spin_us_per_kib)},
        {"spin_us_per_message", Json(mail.spin_us_per_message)},
        {"limits", Json(Json::Object{{"message_bytes", Json(mail.limits.message_bytes)},
                                     {"header_bytes", Json(mail.limits.header_bytes)},
                                     {"boundary_bytes", Json(mail.limits.boundary_bytes)},
                                     {"parts", Json(mail.limits.parts)},
                                     {"depth", Json(mail.limits.depth)}})}};
    if (mail.threads) out["threads"] = Json(*mail.threads);
    if (mail.assumed_cpus) out["assumed_cpus"] = Json(*mail.assumed_cpus);
    if (mail.cost) out["cost"] = cost_document(*mail.cost);
    return out;
}

}  // namespace stallscope
