// SPDX-License-Identifier: Apache-2.0
#include "plan/cells_from.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/merge_patch.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_factors = 8;
constexpr std::size_t most_crossed = 256;
constexpr std::string_view place_of_factors = "/cells_from/cross";

struct Level {
    std::string name;  ///< its part of the cell's id
    Json value;
    bool merges = false;  ///< into what stands there; else it takes the place
};

struct Factor {
    std::vector<std::string> steps;  ///< from the cell to where the levels are written
    std::vector<Level> levels;
};

std::string plain_text(const Json& value) {
    return value.text() ? *value.text() : canonical_json(value);
}

std::vector<Level> levels_of(const Json& written, const std::string& name, const std::string& place,
                             Faults& faults) {
    std::vector<Level> levels;
    if (const Json::Object* named = written.object()) {
        for (const auto& [level, value] : *named) levels.push_back({level, value, true});
    } else if (const Json::Array* values = written.array()) {
        for (std::size_t i = 0; i < values->size(); ++i) {
            const Json& value = (*values)[i];
            if (!value.text() && !value.number() && !value.flag()) {
                faults.add(
                    pointer_to(place, i),
                    "a level in a list is a text, a number, true or false, not " + described(value),
                    "Give levels names: {\"before\": {…}, \"after\": {…}}.");
            }
            levels.push_back({fmt::format("{}={}", name, plain_text(value)), value, false});
        }
    } else {
        faults.add(place, "a factor is a list of values, or an object of named values, not " +
                              described(written));
        return levels;
    }
    if (levels.empty()) faults.add(place, "a factor without levels makes no cells");
    return levels;
}

std::vector<Factor> factors_of(const Json::Object& cross, Faults& faults) {
    std::vector<Factor> factors;
    for (const auto& [pointer, written] : cross) {
        const std::string place = pointer_to(place_of_factors, std::string_view(pointer));
        auto steps = steps_of(pointer);
        if (!steps || steps->empty() || steps->front() == "id") {
            faults.add(
                place,
                fmt::format("{} is not a JSON pointer to a place in a cell", in_quotes(pointer)),
                "Write it like \"/batch/threads\" or \"/streams/gpu/placement\".");
            continue;
        }
        auto levels = levels_of(written, steps->back(), place, faults);
        factors.push_back({std::move(*steps), std::move(levels)});
    }
    return factors;
}

void write(Json& cell, const Factor& factor, const Level& level) {
    Json* at = &cell;
    for (const std::string& step : factor.steps) {
        if (!at->object()) *at = Json(Json::Object{});
        Json::Object& members = *at->object();
        at = &members.try_emplace(step, Json(Json::Object{})).first->second;
    }
    *at = level.merges ? merged(std::move(*at), level.value) : level.value;
}

/// The cells of all combinations of the factors' levels, the last factor's changing fastest.
Json::Array crossed(const std::vector<Factor>& factors) {
    std::vector<std::pair<std::string, Json>> cells{{"", Json(Json::Object{})}};
    for (const Factor& factor : factors) {
        std::vector<std::pair<std::string, Json>> finer;
        for (const auto& [id, cell] : cells) {
            for (const Level& level : factor.levels) {
                Json next = cell;
                write(next, factor, level);
                finer.emplace_back(id.empty() ? level.name : id + " " + level.name,
                                   std::move(next));
            }
        }
        cells = std::move(finer);
    }
    Json::Array written;
    for (auto& [id, cell] : cells) {
        (*cell.object())["id"] = Json(id);
        written.push_back(std::move(cell));
    }
    return written;
}

}  // namespace

Json with_crossed_cells(const Json& document, Faults& faults) {
    const Json* from = document.member("cells_from");
    if (!from) return document;
    Json out = document;
    Json::Object& members = *out.object();
    members.erase("cells_from");
    const std::size_t before = faults.count();
    ObjectReader reader(*from, "/cells_from", "what cells are made from", faults);
    const Json* cross = reader.is_object() ? reader.need("cross") : nullptr;
    reader.finish();
    if (!cross) return out;
    if (!cross->object() || cross->object()->empty() || cross->object()->size() > most_factors) {
        faults.add(
            std::string(place_of_factors),
            fmt::format("1 to {} factors are expected, an object in braces {{ }}", most_factors),
            "Write it like {\"/batch/threads\": [1, 2, 4]}.");
        return out;
    }
    const auto factors = factors_of(*cross->object(), faults);
    std::size_t count = 1;
    for (const Factor& factor : factors) {
        // Multiplied only as far as it matters: the levels' number is the file's.
        count = std::min(count * factor.levels.size(), most_crossed + 1);
    }
    if (count > most_crossed) {
        faults.add(std::string(place_of_factors),
                   fmt::format("the factors make more than {} cells", most_crossed),
                   "Take fewer levels.");
    }
    if (faults.count() != before) return out;
    Json& cells = members.try_emplace("cells", Json(Json::Array{})).first->second;
    if (!cells.array()) return out;
    for (Json& cell : crossed(factors)) cells.array()->push_back(std::move(cell));
    return out;
}

std::string place_of_crossed(const std::string& pointer, std::size_t written) {
    const auto steps = steps_of(pointer);
    if (!steps || steps->size() < 2 || steps->front() != "cells") return pointer;
    const auto index = index_of((*steps)[1]);
    return index && *index >= written ? "/cells_from" : pointer;
}

}  // namespace stallscope
