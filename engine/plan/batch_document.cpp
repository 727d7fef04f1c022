// SPDX-License-Identifier: Apache-2.0
#include "plan/batch_document.h"

#include <string_view>
#include <utility>

#include "plan/json_pointer.h"
#include "plan/merge_patch.h"

namespace stallscope {

namespace {

constexpr const char* stream_name = "batch";
constexpr const char* condition_name = "alone";

Json object(const char* key, Json value) {
    return Json(Json::Object{{key, std::move(value)}});
}

/// A `batch` object as an override of the stream. What is no object stays where its fault is seen.
Json stream_of(const Json& batch) {
    Json stream = object("workload", batch);
    Json::Object* workload = stream.object()->at("workload").object();
    if (!workload) return stream;
    if (const auto distinct = workload->find("distinct"); distinct != workload->end()) {
        (*stream.object())["inputs"] = object("seeds", distinct->second);
        workload->erase(distinct);
    }
    return stream;
}

Json base_stream(const Json* batch) {
    Json stream(Json::Object{{"workload", object("kind", Json("mail"))},
                             {"inputs", object("seeds", Json(1))},
                             {"placement", Json("thread")},
                             {"binding", Json("cdll")}});
    return batch ? merged(std::move(stream), stream_of(*batch)) : stream;
}

void write_out_cell(Json& cell, const std::string& place, Faults& faults) {
    Json::Object* members = cell.object();
    if (!members) return;
    if (members->contains("streams") || members->contains("conditions")) {
        faults.add(place, "a cell of a batch experiment has no streams and no conditions",
                   "Write what it changes into \"batch\".");
    }
    const auto batch = members->find(stream_name);
    if (batch == members->end()) return;
    (*members)["streams"] = object(stream_name, stream_of(batch->second));
    members->erase(batch);
}

void write_out_criterion(Json& criterion) {
    Json::Object* members = criterion.object();
    if (!members) return;
    const bool named = members->contains("metric");
    members->try_emplace("metric", Json("e2e"));
    const Json& metric = members->at("metric");
    const bool counts = named && metric.text() &&
                        (*metric.text() == "mismatches" || *metric.text() == "errors" ||
                         *metric.text() == "served_as_declared");
    if (counts) return;
    members->try_emplace("stream", Json(stream_name));
    if (!members->contains("conditions")) members->try_emplace("condition", Json(condition_name));
}

template <class Change>
void for_each_in(Json::Object& document, const char* key, const Change& change) {
    const auto list = document.find(key);
    if (list == document.end() || !list->second.array()) return;
    Json::Array& items = *list->second.array();
    for (std::size_t i = 0; i < items.size(); ++i)
        change(items[i], pointer_to(pointer_to("", std::string_view(key)), i));
}

}  // namespace

bool is_batch_document(const Json& document) {
    const Json* kind = document.member("kind");
    return kind && kind->text() && *kind->text() == "batch";
}

Json written_out(const Json& document, Faults& faults) {
    Json out = document;
    Json::Object& members = *out.object();
    for (const char* key : {"streams", "conditions"}) {
        if (!members.contains(key)) continue;
        faults.add(pointer_to("", std::string_view(key)),
                   std::string("a batch experiment has no ") + key,
                   "What it does stands in \"batch\".");
    }
    members["streams"] = object(stream_name, base_stream(document.member(stream_name)));
    members.erase(stream_name);
    Json::Array conditions;
    conditions.emplace_back(Json::Object{{"id", Json(condition_name)},
                                         {"streams", Json(Json::Array{Json(stream_name)})}});
    members["conditions"] = Json(std::move(conditions));
    Json host(Json::Object{{"kind", Json("native")}});
    if (const Json* own = document.member("host")) host = merged(std::move(host), *own);
    members["host"] = std::move(host);
    for_each_in(members, "cells",
                [&](Json& cell, const std::string& place) { write_out_cell(cell, place, faults); });
    for_each_in(members, "criteria",
                [](Json& criterion, const std::string&) { write_out_criterion(criterion); });
    return out;
}

std::string place_in_batch(const std::string& pointer) {
    constexpr std::pair<std::string_view, std::string_view> places[] = {
        {"/streams/batch/workload", "/batch"},
        {"/streams/batch/inputs/seeds", "/batch/distinct"},
        {"/streams/batch", "/batch"}};
    for (const auto& [from, to] : places) {
        const auto at = pointer.find(from);
        if (at == std::string::npos) continue;
        const auto end = at + from.size();
        if (end != pointer.size() && pointer[end] != '/') continue;
        return pointer.substr(0, at) + std::string(to) + pointer.substr(end);
    }
    return pointer;
}

}  // namespace stallscope
