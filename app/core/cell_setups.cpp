// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cell_setups.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <array>
#include <string>

#include "plan/experiment.h"
#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/merge_patch.h"

namespace stallscope::app {
namespace {

constexpr std::array<const char*, 5> host_shorthands{"env", "cwd", "python", "cpus", "nice"};

QJsonValue to_qt(const Json& value) {
    if (const bool* flag = value.flag()) return *flag;
    if (const double* number = value.number()) return *number;
    if (const std::string* text = value.text()) return QString::fromStdString(*text);
    if (const Json::Array* items = value.array()) {
        QJsonArray list;
        for (const Json& item : *items) list.append(to_qt(item));
        return list;
    }
    if (const Json::Object* members = value.object()) {
        QJsonObject object;
        for (const auto& [key, member] : *members)
            object.insert(QString::fromStdString(key), to_qt(member));
        return object;
    }
    return QJsonValue::Null;
}

Json parsed(const std::string& text) {
    Faults faults;
    Json document(Json::Object{});
    if (auto read = parse_json(text, faults)) document = std::move(*read);
    return document;
}

Json host_with_defaults(const Json& host) {
    return merged(parsed(to_json(Host{})), host);
}

/// The engine's defaults of a stream; a workload has none but its own.
Json stream_with_defaults(const Json& stream) {
    Json defaults = parsed(to_json(Stream{}));
    defaults.object()->erase("workload");
    const Json* kind = find_place(stream, "/workload/kind");
    if (kind && kind->text() && *kind->text() == "python")
        (*defaults.object())["binding"] = Json("callable");
    Json all = merged(std::move(defaults), stream);
    const Json* load = find_place(all, "/load/kind");
    if (load && load->text() && *load->text() == "loop" && !find_place(all, "/load/threads"))
        (*(*all.object())["load"].object())["threads"] = Json(1);
    return all;
}

/// Host and streams as written, before defaults.
struct Written {
    Json host{Json::Object{}};
    Json::Object streams;
};

CellSetup with_defaults(const Written& written) {
    CellSetup setup;
    setup.host = to_qt(host_with_defaults(written.host)).toObject();
    for (const auto& [name, stream] : written.streams)
        setup.streams.insert(QString::fromStdString(name),
                             to_qt(stream_with_defaults(stream)).toObject());
    return setup;
}

class Cells {
public:
    explicit Cells(const Json& document) {
        if (const Json* host = document.member("host"); host && host->object()) m_top.host = *host;
        const Json* streams = document.member("streams");
        if (streams && streams->object()) {
            for (const auto& [name, stream] : *streams->object())
                if (stream.object()) m_top.streams.emplace(name, stream);
        }
        const Json* cells = document.member("cells");
        if (cells && cells->array()) m_documents = *cells->array();
        m_written.resize(m_documents.size());
        m_states.resize(m_documents.size());
    }

    CellSetups setups() {
        CellSetups all;
        all.top = with_defaults(m_top);
        for (std::size_t i = 0; i < m_documents.size(); ++i) {
            all.cells.append(with_defaults(written(i)));
            const int original = original_of(i);
            all.inherit_from.append(original);
        }
        return all;
    }

private:
    enum class State { unseen, open, done };

    /// The row of the cell that this one duplicates; −1: none, itself, or round in a circle.
    int original_of(std::size_t row) const {
        const Json* named = m_documents[row].member("duplicate_of");
        if (!named || !named->text()) return -1;
        for (std::size_t i = 0; i < m_documents.size(); ++i) {
            const Json* id = m_documents[i].member("id");
            if (id && id->text() && *id->text() == *named->text()) return i == row ? -1 : int(i);
        }
        return -1;
    }

    const Written& written(std::size_t row) {
        if (m_states[row] == State::done) return m_written[row];
        m_states[row] = State::open;
        const int original = original_of(row);
        const auto from = static_cast<std::size_t>(original);
        Written setup = original < 0 || m_states[from] == State::open ? m_top : written(from);
        override_host(m_documents[row], setup);
        override_streams(m_documents[row], setup);
        m_written[row] = std::move(setup);
        m_states[row] = State::done;
        return m_written[row];
    }

    static void override_host(const Json& cell, Written& setup) {
        if (const Json* host = cell.member("host"); host && host->object())
            setup.host = merged(std::move(setup.host), *host);
        for (const char* key : host_shorthands) {
            if (const Json* value = cell.member(key)) {
                setup.host =
                    merged(std::move(setup.host), Json(Json::Object{{std::string(key), *value}}));
            }
        }
    }

    static void override_streams(const Json& cell, Written& setup) {
        const Json* streams = cell.member("streams");
        if (!streams || !streams->object()) return;
        for (const auto& [name, change] : *streams->object()) {
            if (change.is_null()) {
                setup.streams.erase(name);
            } else if (change.object()) {
                const auto before = setup.streams.find(name);
                Json from = before == setup.streams.end() ? Json(Json::Object{}) : before->second;
                setup.streams.insert_or_assign(name, merged(std::move(from), change));
            }
        }
    }

    Written m_top;
    Json::Array m_documents;
    std::vector<Written> m_written;
    std::vector<State> m_states;
};

}  // namespace

QJsonValue CellSetup::at(const QString& place) const {
    const auto steps = steps_of(place.toStdString());
    if (!steps || steps->size() < 2) return QJsonValue(QJsonValue::Undefined);
    std::size_t next = 1;
    QJsonValue value = host;
    if (steps->front() == "streams") {
        const auto stream = streams.constFind(QString::fromStdString((*steps)[next++]));
        if (stream == streams.constEnd()) return QJsonValue(QJsonValue::Undefined);
        value = *stream;
    }
    for (; next < steps->size(); ++next)
        value = value.toObject().value(QString::fromStdString((*steps)[next]));
    return value;
}

CellSetups cell_setups(const ExperimentTree& tree) {
    return Cells(parsed(tree.text().toStdString())).setups();
}

}  // namespace stallscope::app
