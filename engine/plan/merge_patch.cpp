// SPDX-License-Identifier: Apache-2.0
#include "plan/merge_patch.h"

namespace stallscope {

namespace {

bool names_another_kind(const Json& target, const Json& patch) {
    const Json* old_kind = target.member("kind");
    const Json* new_kind = patch.member("kind");
    if (!old_kind || !new_kind || !old_kind->text() || !new_kind->text()) return false;
    return *old_kind->text() != *new_kind->text();
}

}  // namespace

Json merged(Json target, const Json& patch) {
    if (patch.is_null()) return target;
    const Json::Object* changes = patch.object();
    if (!changes) return patch;
    if (!target.object() || names_another_kind(target, patch)) target = Json(Json::Object{});
    for (const auto& [key, change] : *changes) {
        Json& member = (*target.object())[key];
        member = merged(std::move(member), change);
    }
    return target;
}

}  // namespace stallscope
