// SPDX-License-Identifier: Apache-2.0
#include "plan/stream_order.h"

#include <algorithm>

namespace stallscope {

std::vector<std::string> streams_in_order(const Experiment& experiment) {
    std::vector<std::string> streams;
    for (const Condition& condition : experiment.conditions) {
        for (const std::string& stream : condition.streams) {
            if (std::find(streams.begin(), streams.end(), stream) == streams.end())
                streams.push_back(stream);
        }
    }
    return streams;
}

}  // namespace stallscope
