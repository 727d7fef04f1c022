// SPDX-License-Identifier: Apache-2.0
#include "plan/addendum.h"

#include <algorithm>

#include "plan/criteria_codec.h"
#include "plan/experiment_codec.h"
#include "plan/json_text.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr TextLength date_length{20, 20};  // 2026-03-01T12:00:00Z

std::vector<Criterion>::iterator find_id(std::vector<Criterion>& criteria, const std::string& id) {
    return std::find_if(criteria.begin(), criteria.end(),
                        [&](const Criterion& one) { return one.id == id; });
}

/// `dated`: the document has its date, as a stored one has.
Addendum read(const Json& document, bool dated, const Experiment& sealed, Faults& faults) {
    Addendum addendum;
    ObjectReader reader(document, "", "an addendum", faults);
    if (!reader.is_object()) return addendum;
    refuse_nulls(document, faults);
    if (dated && reader.need("at")) addendum.at = reader.text("at", {}, date_length);
    addendum.says = reader.text("says", {}, {0, 4000});
    const Json* criteria =
        reader.need("criteria", "Write the changed and the new ones as in the experiment.");
    if (criteria) {
        const std::size_t before = faults.count();
        addendum.criteria = read_criteria(*criteria, sealed, true, faults);
        if (criteria->array() && criteria->array()->empty())
            faults.add("/criteria", "an addendum without a criterion changes nothing");
        if (faults.count() == before) check_pooled(addendum.criteria, sealed, faults);
    }
    reader.finish();
    return addendum;
}

}  // namespace

Result<Addendum> make_addendum(std::string_view json, const Experiment& sealed,
                               std::string_view at) {
    Faults faults;
    auto document = parse_json(json, faults);
    if (!document) return faults.as_error();
    if (!document->object()) {
        faults.add("", "an addendum is an object in braces { }, this is " + described(*document),
                   "Write {\"says\": \"why\", \"criteria\": […]}.");
        return faults.as_error();
    }
    Addendum addendum = read(*document, false, sealed, faults);
    if (!faults.empty()) return faults.as_error();
    addendum.at = at;
    document->object()->insert_or_assign("at", Json(at));
    addendum.json = canonical_json(*document);
    return addendum;
}

Result<Addendum> read_addendum(std::string_view stored, const Experiment& sealed) {
    Faults faults;
    const auto document = parse_json(stored, faults);
    Addendum addendum;
    if (document) addendum = read(*document, true, sealed, faults);
    if (!faults.empty()) {
        const Fault& first = faults.all().front();
        return fail(ErrorKind::stale,
                    (first.pointer.empty() ? "" : printable(first.pointer) + ": ") + first.says,
                    "an addendum of the run",
                    "The run file was altered, or written by another version.");
    }
    addendum.json = stored;
    return addendum;
}

Experiment with_addenda(const Experiment& sealed, std::span<const Addendum> addenda) {
    Experiment amended = sealed;
    std::vector<Criterion> as_sealed = sealed.criteria;
    for (const Addendum& addendum : addenda) {
        for (Criterion criterion : addendum.criteria) {
            const auto before = find_id(as_sealed, criterion.id);
            criterion.exploratory = before == as_sealed.end() || *before != criterion;
            const auto now = find_id(amended.criteria, criterion.id);
            if (now == amended.criteria.end()) {
                amended.criteria.push_back(std::move(criterion));
            } else {
                *now = std::move(criterion);
            }
        }
    }
    return amended;
}

}  // namespace stallscope
