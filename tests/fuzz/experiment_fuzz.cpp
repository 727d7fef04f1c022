// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "plan/experiment.h"
#include "plan/schedule.h"
#include "plan/seal.h"

// Whatever the bytes are: an error that can be printed, or an experiment whose canonical form
// reads back as itself, whose seal opens and whose schedule can be made.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stallscope;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto experiment = parse_experiment(text);
    if (!experiment) {
        if (to_text(experiment.error()).empty()) std::abort();
        return 0;
    }
    const auto again = parse_experiment(experiment->canonical);
    if (!again || again->canonical != experiment->canonical) std::abort();
    const auto opened = unseal(seal_of(*experiment).text);
    if (!opened || opened->canonical != experiment->canonical) std::abort();
    if (experiment->cycles <= 20) {
        const auto schedule = schedule_of(*experiment);
        if (schedule.empty() || !(planned_seconds(schedule) > 0)) std::abort();
    }
    return 0;
}
