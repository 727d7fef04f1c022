// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/mail_generator.h"
#include "plan/draw.h"

namespace stallscope {

const std::vector<BatchShape>& batch_shapes() {
    static const std::vector<BatchShape> shapes = {
        {"page", "16 mails of 0.8 KB: what a mail program fetches at once", 16, 800, false},
        {"chunk", "400 mails of 20 KB", 400, 20'000, false},
        {"mailbox", "2,000 mails of 0.8 KB", 2000, 800, false},
        {"large", "16 mails of 767 KiB, nearly all of it a file", 16, 767 * 1024, true},
        {"mixed", "200 mails with the sizes of real ones", 200, 0, false},
    };
    return shapes;
}

Result<Corpus> make_batch(std::string_view shape, std::uint64_t seed) {
    std::string names;
    for (const BatchShape& known : batch_shapes()) {
        names += (names.empty() ? "" : ", ") + known.name;
        if (known.name != shape) continue;
        if (known.bytes_each == 0) {
            GeneratorSettings settings;
            settings.messages = known.messages;
            settings.seed = seed;
            return generate_corpus(settings);
        }
        if (!known.with_file) return make_batch_of(known.messages, known.bytes_each, seed);
        Corpus corpus;
        Draw seeds(seed);
        while (corpus.messages.size() < known.messages) {
            corpus.messages.push_back(mail_with_file(known.bytes_each, seeds.next()));
        }
        return corpus;
    }
    return fail(ErrorKind::experiment, fmt::format("there is no batch \"{}\"", shape), "",
                fmt::format("There are {}.", names));
}

Corpus make_batch_of(std::size_t messages, std::size_t bytes_each, std::uint64_t seed) {
    Corpus corpus;
    corpus.messages.reserve(messages);
    Draw seeds(seed);
    while (corpus.messages.size() < messages) {
        corpus.messages.push_back(plain_mail(bytes_each, seeds.next()));
    }
    return corpus;
}

std::vector<Corpus> random_pages(const Corpus& corpus, std::size_t page, std::size_t count,
                                 std::uint64_t seed) {
    std::vector<Corpus> pages(corpus.messages.empty() ? 0 : count);
    Draw draw(seed);
    std::vector<std::size_t> order(corpus.messages.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (Corpus& drawn : pages) {
        for (std::size_t i = 0; i < page; ++i) {
            // Fisher and Yates, only as far as it is needed; starts anew when all were drawn.
            const std::size_t at = i % order.size();
            std::swap(order[at], order[at + draw.below(order.size() - at)]);
            drawn.messages.push_back(corpus.messages[order[at]]);
        }
    }
    return pages;
}

}  // namespace stallscope
