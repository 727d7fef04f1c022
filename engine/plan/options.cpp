// SPDX-License-Identifier: Apache-2.0
#include "plan/options.h"

#include <fmt/format.h>

#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/merge_patch.h"
#include "plan/text_guard.h"
#include "plan/wording.h"
#include "plan/words.h"

namespace stallscope {

namespace {

void apply_preset(Json& document, const std::string& name, Faults& faults) {
    if (name.empty()) return;
    const Json* presets = document.member("presets");
    const Json* preset = presets ? presets->member(name) : nullptr;
    if (preset) {
        document = merged(document, Json(*preset));
        return;
    }
    if (name == "full") return;
    std::vector<std::string> known{"full"};
    if (presets && presets->object())
        for (const auto& [other, changes] : *presets->object()) known.push_back(other);
    faults.add("/presets", fmt::format("there is no preset {}", in_quotes(name)),
               "It has " + listed(known) + ".");
}

/// The object at `key`, made when it is not there.
Json::Object& object_at(Json& document, const char* key) {
    Json& member = (*document.object())[key];
    if (!member.object()) member = Json(Json::Object{});
    return *member.object();
}

Json value_of(const std::string& text, const std::string& pointer, Faults& faults) {
    bool is_utf8 = true;
    for (std::size_t i = 0; i < text.size() && is_utf8;) {
        const std::size_t length = utf8_length(text, i);
        is_utf8 = length > 0;
        i += length;
    }
    if (!is_utf8) {
        faults.add(pointer, "the value that it is set to is not UTF-8");
        return Json();
    }
    Faults unread;
    auto value = parse_json(text, unread);
    if (value && unread.empty()) return std::move(*value);
    return Json(text);
}

void assign(Json& document, const std::string& pointer, const std::string& text, Faults& faults) {
    constexpr std::string_view hint = "Write it like --set /windows/seconds=4.";
    const auto steps = steps_of(pointer);
    if (!steps || steps->empty()) {
        faults.add(pointer,
                   fmt::format("{} is not a JSON pointer to a place in the experiment",
                               in_quotes(pointer)),
                   std::string(hint));
        return;
    }
    if (steps->front() == "presets") {
        faults.add(pointer, "presets are applied before anything is set",
                   "Set the value itself, without /presets/NAME.");
        return;
    }
    Json* parent = &document;
    std::string reached;
    for (std::size_t i = 0; i + 1 < steps->size(); ++i) {
        // The document is ours to change; only the way there is shared with reading.
        Json* next = const_cast<Json*>(step_into(*parent, (*steps)[i]));
        if (!next) {
            faults.add(pointer,
                       fmt::format("there is nothing at {}",
                                   in_quotes(pointer_to(reached, std::string_view((*steps)[i])))),
                       "Only the last step of a pointer may be new.");
            return;
        }
        reached = pointer_to(reached, std::string_view((*steps)[i]));
        parent = next;
    }
    const std::string& last = steps->back();
    if (Json::Object* members = parent->object()) {
        (*members)[last] = value_of(text, pointer, faults);
    } else if (Json::Array* items = parent->array()) {
        const auto index = last == "-" ? items->size() : index_of(last);
        if (!index || *index > items->size()) {
            faults.add(pointer,
                       fmt::format("{} has {} elements and no place {}", in_quotes(reached),
                                   items->size(), in_quotes(last)),
                       "Elements are numbered from 0; - adds one at the end.");
            return;
        }
        if (*index == items->size()) items->emplace_back();
        (*items)[*index] = value_of(text, pointer, faults);
    } else {
        faults.add(pointer, fmt::format("what stands at {} has no members", in_quotes(reached)),
                   std::string(hint));
    }
}

}  // namespace

void apply_options(Json& document, const Options& options, Faults& faults) {
    apply_preset(document, options.preset, faults);
    if (options.seconds) object_at(document, "windows")["seconds"] = Json(*options.seconds);
    if (options.cycles) (*document.object())["cycles"] = Json(*options.cycles);
    if (!options.python.empty()) object_at(document, "host")["python"] = Json(options.python);
    for (const auto& [pointer, text] : options.set) assign(document, pointer, text, faults);
    if (options.until_decided)
        (*document.object())["looks"] = Json(word_for(Looks::anytime, looks_words));
    document.object()->erase("presets");
}

}  // namespace stallscope
