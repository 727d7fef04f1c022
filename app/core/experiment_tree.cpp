// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_tree.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/text_guard.h"

namespace stallscope::app {
namespace {

using Value = nlohmann::ordered_json;

constexpr std::size_t columns = 100;
constexpr std::size_t indent = 2;

std::string written(const Value& value) {
    return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

/// On one line: `{ "a": 1, "b": [1, 2] }`. Stops growing once it is longer than `most` bytes.
void put_on_line(const Value& value, std::size_t most, std::string& line) {
    if (!value.is_structured() || value.empty()) {
        line += written(value);
        return;
    }
    line += value.is_object() ? "{ " : "[";
    bool first = true;
    for (auto item = value.begin(); item != value.end() && line.size() <= most; ++item) {
        if (!std::exchange(first, false)) line += ", ";
        if (value.is_object()) line += written(item.key()) + ": ";
        put_on_line(*item, most, line);
    }
    line += value.is_object() ? " }" : "]";
}

/// Appends the value; `used` columns of its first line are taken, `after` follow its last one.
void put(const Value& value, std::size_t depth, std::size_t used, std::size_t after,
         std::string& text) {
    std::string line;
    // No character takes more than four bytes.
    put_on_line(value, 4 * columns, line);
    const bool fits = used + characters_in(line) + after <= columns;
    if (!value.is_structured() || value.empty() || (fits && depth > 0)) {
        text += line;
        return;
    }
    const std::string margin((depth + 1) * indent, ' ');
    text += value.is_object() ? "{\n" : "[\n";
    for (auto item = value.begin(); item != value.end(); ++item) {
        const bool last = std::next(item) == value.end();
        const std::string key = value.is_object() ? written(item.key()) + ": " : "";
        text += margin + key;
        put(*item, depth + 1, margin.size() + characters_in(key), last ? 0 : 1, text);
        text += last ? "\n" : ",\n";
    }
    text += std::string(depth * indent, ' ') + (value.is_object() ? "}" : "]");
}

Value value_of(const QJsonValue& value) {
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return Value::parse(json.begin(), json.end()).front();
}

template <class V>
V* step_into(V& from, const std::string& step) {
    if (from.is_object()) {
        const auto found = from.find(step);
        return found == from.end() ? nullptr : &*found;
    }
    const auto index = from.is_array() ? index_of(step) : std::nullopt;
    return index && *index < from.size() ? &from[*index] : nullptr;
}

template <class V>
V* place_in(V& root, const QString& pointer) {
    const auto steps = steps_of(pointer.toStdString());
    if (!steps) return nullptr;
    V* place = &root;
    for (const std::string& step : *steps) {
        place = step_into(*place, step);
        if (!place) return nullptr;
    }
    return place;
}

/// The place that a value may be put to, made with the objects on the way; nullptr when a value
/// that has no members stands there.
Value* made_place(Value& root, const QString& pointer) {
    const auto steps = steps_of(pointer.toStdString());
    if (!steps) return nullptr;
    Value* place = &root;
    for (const std::string& step : *steps) {
        if (place->is_null()) *place = Value::object();
        if (Value* next = step_into(*place, step)) {
            place = next;
        } else if (place->is_object()) {
            place = &(*place)[step];
        } else if (place->is_array() && index_of(step) == place->size()) {
            place->push_back(nullptr);
            place = &place->back();
        } else {
            return nullptr;
        }
    }
    return place;
}

std::pair<QString, std::string> parent_and_step(const QString& pointer) {
    const auto steps = steps_of(pointer.toStdString());
    if (!steps || steps->empty()) return {};
    return {pointer.left(pointer.lastIndexOf(QLatin1Char('/'))), steps->back()};
}

void erase(Value& root, const QString& pointer) {
    const auto [parent, step] = parent_and_step(pointer);
    Value* from = pointer.isEmpty() ? nullptr : place_in(root, parent);
    if (!from || !step_into(*from, step)) return;
    if (from->is_object()) {
        from->erase(step);
    } else {
        from->erase(*index_of(step));
    }
}

std::size_t usual_rank(const std::string& key) {
    static constexpr std::string_view usual[] = {
        "stallscope", "id",        "name",    "says",       "question",  "kind",     "metric",
        "statistic",  "stream",    "cell",    "against",    "condition", "python",   "lifetime",
        "stamps",     "lock",      "setup",   "call",       "check",     "teardown", "path",
        "workload",   "placement", "binding", "load",       "inputs",    "measured", "duplicate_of",
        "host",       "streams",   "cells",   "conditions", "seconds",   "settle",   "lead",
        "warm_up",    "guard",     "parts",   "windows",    "cycles",    "order",    "seed",
        "interval",   "looks",     "presets", "criteria",   "checks",    "probes"};
    const auto found = std::find(std::begin(usual), std::end(usual), key);
    return static_cast<std::size_t>(found - std::begin(usual));
}

Value usually_ordered(const Value& value) {
    if (value.is_array()) {
        Value list = Value::array();
        for (const Value& item : value) list.push_back(usually_ordered(item));
        return list;
    }
    if (!value.is_object()) return value;
    std::vector<std::string> keys;
    for (auto item = value.begin(); item != value.end(); ++item) keys.push_back(item.key());
    std::stable_sort(keys.begin(), keys.end(), [](const std::string& a, const std::string& b) {
        return usual_rank(a) < usual_rank(b);
    });
    Value object = Value::object();
    for (const std::string& key : keys) object[key] = usually_ordered(value.at(key));
    return object;
}

Result<Value> read(const QByteArray& text) {
    Faults faults;
    const std::string_view bytes(text.constData(), static_cast<std::size_t>(text.size()));
    // The engine's reader is the one that finds a key which stands twice.
    const auto read_by_engine = parse_json(bytes, faults);
    if (!read_by_engine || !faults.empty()) return faults.as_error();
    Value value = Value::parse(bytes, nullptr, false);
    if (value.is_discarded()) {
        return fail(ErrorKind::experiment, "the text is not JSON", {}, "Mend it as text.");
    }
    return value;
}

}  // namespace

struct ExperimentTree::Node {
    Value value = Value::object();
};

QString json_place(const QString& pointer, const QString& key) {
    return QString::fromStdString(pointer_to(pointer.toStdString(), key.toStdString()));
}

QString json_place(const QString& pointer, qsizetype index) {
    return pointer + QLatin1Char('/') + QString::number(index);
}

ExperimentTree::ExperimentTree() : m_root(std::make_shared<const Node>()) {}

Result<ExperimentTree> ExperimentTree::parse(const QByteArray& text) {
    auto value = read(text);
    if (!value) return tl::unexpected(value.error());
    return ExperimentTree(std::make_shared<const Node>(Node{std::move(*value)}));
}

QByteArray ExperimentTree::text() const {
    std::string text;
    put(m_root->value, 0, 0, 0, text);
    return QByteArray::fromStdString(text) + '\n';
}

QByteArray ExperimentTree::text_at(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    std::string text;
    if (place) put(*place, 0, 0, 0, text);
    return QByteArray::fromStdString(text);
}

QString ExperimentTree::line_at(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    std::string line;
    if (place) put_on_line(*place, std::string::npos, line);
    return QString::fromStdString(line);
}

bool ExperimentTree::has(const QString& pointer) const {
    return place_in(m_root->value, pointer) != nullptr;
}

QJsonValue ExperimentTree::value(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    if (!place) return QJsonValue(QJsonValue::Undefined);
    const QByteArray json = '[' + QByteArray::fromStdString(written(*place)) + ']';
    return QJsonDocument::fromJson(json).array().first();
}

QString ExperimentTree::shown(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    if (!place || place->is_structured() || place->is_null()) return {};
    return QString::fromStdString(place->is_string() ? place->get<std::string>() : written(*place));
}

QStringList ExperimentTree::keys(const QString& pointer) const {
    QStringList keys;
    const Value* place = place_in(m_root->value, pointer);
    if (!place || !place->is_object()) return keys;
    for (auto item = place->begin(); item != place->end(); ++item)
        keys.append(QString::fromStdString(item.key()));
    return keys;
}

qsizetype ExperimentTree::size(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    return place && place->is_array() ? static_cast<qsizetype>(place->size()) : 0;
}

bool ExperimentTree::is_object(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    return place && place->is_object();
}

bool ExperimentTree::is_list(const QString& pointer) const {
    const Value* place = place_in(m_root->value, pointer);
    return place && place->is_array();
}

ExperimentTree ExperimentTree::with(const QString& pointer, const QJsonValue& value) const {
    Node changed = *m_root;
    Value* place = made_place(changed.value, pointer);
    if (!place) return *this;
    *place = value_of(value);
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

Result<ExperimentTree> ExperimentTree::with_text(const QString& pointer,
                                                 const QByteArray& json) const {
    auto value = read(json);
    if (!value) return tl::unexpected(value.error());
    Node changed = *m_root;
    Value* place = made_place(changed.value, pointer);
    if (!place) return *this;
    *place = std::move(*value);
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::without(const QString& pointer) const {
    Node changed = *m_root;
    erase(changed.value, pointer);
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::cleared(const QString& pointer, const QString& keep) const {
    Node changed = *m_root;
    erase(changed.value, pointer);
    QString parent = parent_and_step(pointer).first;
    while (parent.size() > keep.size()) {
        const Value* left = place_in(changed.value, parent);
        if (!left || !left->is_object() || !left->empty()) break;
        erase(changed.value, parent);
        parent = parent_and_step(parent).first;
    }
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::copied(const QString& from, const QString& list,
                                      qsizetype index) const {
    Node changed = *m_root;
    const Value* original = place_in(m_root->value, from);
    Value* items = place_in(changed.value, list);
    if (!original || !items || !items->is_array() || index < 0 ||
        index > static_cast<qsizetype>(items->size()))
        return *this;
    items->insert(items->begin() + index, *original);
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::inserted(const QString& list, qsizetype index,
                                        const QJsonValue& value) const {
    Node changed = *m_root;
    Value* items = made_place(changed.value, list);
    if (items && items->is_null()) *items = Value::array();
    if (!items || !items->is_array() || index < 0 || index > static_cast<qsizetype>(items->size()))
        return *this;
    items->insert(items->begin() + index, value_of(value));
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::moved(const QString& list, qsizetype from, qsizetype to) const {
    Node changed = *m_root;
    Value* items = place_in(changed.value, list);
    const auto size = items && items->is_array() ? static_cast<qsizetype>(items->size()) : 0;
    if (from < 0 || to < 0 || from >= size || to >= size) return *this;
    const auto at = items->begin();
    if (from < to) {
        std::rotate(at + from, at + from + 1, at + to + 1);
    } else {
        std::rotate(at + to, at + from, at + from + 1);
    }
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::renamed(const QString& object, const QString& from,
                                       const QString& to) const {
    Node changed = *m_root;
    Value* members = place_in(changed.value, object);
    const std::string old_key = from.toStdString(), new_key = to.toStdString();
    if (!members || !members->is_object() || !members->contains(old_key) ||
        members->contains(new_key))
        return *this;
    Value renamed = Value::object();
    for (auto item = members->begin(); item != members->end(); ++item)
        renamed[item.key() == old_key ? new_key : item.key()] = *item;
    *members = std::move(renamed);
    return ExperimentTree(std::make_shared<const Node>(std::move(changed)));
}

ExperimentTree ExperimentTree::in_usual_order() const {
    return ExperimentTree(std::make_shared<const Node>(Node{usually_ordered(m_root->value)}));
}

bool ExperimentTree::operator==(const ExperimentTree& other) const {
    return m_root == other.m_root || (m_root->value == other.m_root->value &&
                                      written(m_root->value) == written(other.m_root->value));
}

}  // namespace stallscope::app
