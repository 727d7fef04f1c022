// SPDX-License-Identifier: Apache-2.0
#include "run/pins.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "probe/environment.h"
#include "run/kept_file.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

// `unit` is not in the key: units of one device are alike, and streams on both shall do equal work.
std::string key_of(const OpenClWorkload& workload) {
    return fmt::format("{} | opencl {} | sequence {} | target {} ms", machine_fingerprint(),
                       workload.device.empty() ? "first device" : workload.device,
                       workload.sequence, workload.target_ms.value_or(0));
}

std::string cost_key(std::string_view subject) {
    return fmt::format("{} | costs | {}", machine_fingerprint(), subject);
}

Json read(const std::filesystem::path& file) {
    std::ifstream in(file);
    auto pins = Json::parse(in, nullptr, false);
    return pins.is_object() ? pins : Json::object();
}

}  // namespace

Pins::Pins(std::filesystem::path file) : m_file(std::move(file)) {}

std::optional<ForwardSize> Pins::size_for(const OpenClWorkload& workload) const {
    const auto pins = read(m_file);
    const auto found = pins.find(key_of(workload));
    if (found == pins.end() || !found->is_object()) return std::nullopt;
    ForwardSize size;
    const auto number = [&](const char* name) {
        const auto value = found->find(name);
        return value != found->end() && value->is_number() ? value->get<double>() : 0.0;
    };
    size.hidden = static_cast<int>(number("hidden"));
    size.layers = static_cast<int>(number("layers"));
    size.median_ms = number("median_ms");
    if (size.hidden < 64 || size.hidden > 4096 || size.layers < 1 || size.layers > 96) {
        return std::nullopt;
    }
    return size;
}

Result<void> Pins::pin(const OpenClWorkload& workload, const ForwardSize& size) {
    auto pins = read(m_file);
    pins[key_of(workload)] = {
        {"hidden", size.hidden}, {"layers", size.layers}, {"median_ms", size.median_ms}};
    return keep_file(m_file, pins.dump(2) + "\n", "the forward's size", ErrorKind::measurement);
}

std::optional<CostModel> Pins::cost_for(std::string_view subject) const {
    const auto pins = read(m_file);
    const auto found = pins.find(cost_key(subject));
    if (found == pins.end() || !found->is_object()) return std::nullopt;
    CostModel cost;
    const std::pair<const char*, double*> numbers[] = {{"ns_per_message", &cost.ns_per_message},
                                                       {"ns_per_byte", &cost.ns_per_byte},
                                                       {"ns_per_thread", &cost.ns_per_thread},
                                                       {"speedup", &cost.speedup}};
    for (const auto& [name, number] : numbers) {
        const auto value = found->find(name);
        if (value == found->end() || !value->is_number() || value->get<double>() < 0)
            return std::nullopt;
        *number = value->get<double>();
    }
    const auto cpus = found->find("cpus");
    if (cpus == found->end() || !cpus->is_number_integer() || cpus->get<int>() < 1)
        return std::nullopt;
    cost.cpus = cpus->get<int>();
    return cost;
}

Result<void> Pins::pin_cost(std::string_view subject, const CostModel& cost) {
    auto pins = read(m_file);
    pins[cost_key(subject)] = {{"ns_per_message", cost.ns_per_message},
                               {"ns_per_byte", cost.ns_per_byte},
                               {"ns_per_thread", cost.ns_per_thread},
                               {"speedup", cost.speedup},
                               {"cpus", cost.cpus}};
    return keep_file(m_file, pins.dump(2) + "\n", "the batch's costs", ErrorKind::measurement);
}

}  // namespace stallscope
