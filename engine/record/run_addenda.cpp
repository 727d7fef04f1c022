// SPDX-License-Identifier: Apache-2.0
#include "record/run_addenda.h"

namespace stallscope {

std::string addendum_key(std::size_t number) {
    return "addendum/" + std::to_string(number);
}

Result<std::vector<Addendum>> addenda_of(const RunReader& run, const Experiment& sealed) {
    std::vector<Addendum> addenda;
    for (;;) {
        const auto stored = run.fact(addendum_key(addenda.size() + 1));
        if (!stored) return tl::unexpected<Error>(stored.error());
        if (*stored == "null") return addenda;
        auto addendum = read_addendum(*stored, sealed);
        if (!addendum) return tl::unexpected<Error>(std::move(addendum.error()));
        addenda.push_back(std::move(*addendum));
    }
}

}  // namespace stallscope
