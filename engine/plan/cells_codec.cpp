// SPDX-License-Identifier: Apache-2.0
#include "plan/cells_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/json_pointer.h"
#include "plan/merge_patch.h"
#include "plan/object_reader.h"
#include "plan/stream_codec.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_cells = 256;
constexpr std::string_view host_shorthands[] = {"env", "cwd", "python", "cpus", "nice"};

bool is_host_shorthand(std::string_view key) {
    return std::find(std::begin(host_shorthands), std::end(host_shorthands), key) !=
           std::end(host_shorthands);
}

std::vector<std::string> names_in(const Json::Object& named) {
    std::vector<std::string> names;
    for (const auto& [name, value] : named) names.push_back(name);
    return names;
}

/// One cell as it is written, before any merging.
struct WrittenCell {
    Cell cell;
    std::string pointer;
    const Json* document = nullptr;
    Json host{Json::Object{}};      // `host` and the shorthands together
    const Json* streams = nullptr;  // an object, or nothing
    bool names_conditions = false;
};

/// Reads all cells of one experiment; keeps what cells need to know of each other.
class CellsReader {
public:
    CellsReader(const Setup& base, const TopLevelStreams& top_level,
                const std::vector<Condition>& conditions, Faults& faults)
        : m_base(base), m_top_level(top_level), m_conditions(conditions), m_faults(faults) {}

    std::vector<Cell> read(const Json::Array& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            m_written.push_back(read_one(cells[i], pointer_to("/cells", i)));
        m_setups.resize(cells.size());
        m_states.resize(cells.size(), State::unseen);
        std::vector<Cell> read;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Setup& setup = setup_of(i);
            Cell& cell = m_written[i].cell;
            cell.host = setup.host;
            cell.streams = setup.streams;
            read.push_back(cell);
        }
        return read;
    }

private:
    enum class State { unseen, open, done };

    WrittenCell read_one(const Json& document, std::string pointer) {
        WrittenCell written;
        written.pointer = std::move(pointer);
        written.document = &document;
        ObjectReader reader(document, written.pointer, "a cell", m_faults);
        if (!reader.is_object()) return written;
        if (const Json* id = reader.need("id")) {
            written.cell.id = read_text(*id, reader.at("id"), any_length, m_faults).value_or("");
            if (id->text()) check_id(written.cell.id, reader.at("id"));
        }
        written.cell.says = reader.text("says", {}, {0, 1000});
        written.cell.duplicate_of = reader.text("duplicate_of", {}, {1, 64});
        written.names_conditions = reader.find("conditions") != nullptr;
        if (written.names_conditions)
            written.cell.conditions =
                read_conditions(*reader.find("conditions"), reader.at("conditions"));
        written.streams = reader.find("streams");
        if (written.streams && !written.streams->object()) {
            m_faults.add(reader.at("streams"),
                         "a cell's streams are an object in braces { }, this is " +
                             described(*written.streams));
            written.streams = nullptr;
        }
        read_host_override(written, reader);
        reader.finish();
        return written;
    }

    void check_id(const std::string& id, const std::string& pointer) {
        if (!check_name(id, pointer, "a cell's id", m_faults)) return;
        if (!m_ids.insert(id).second)
            m_faults.add(pointer, fmt::format("there are two cells {}", in_quotes(id)),
                         "Give each cell an id of its own.");
    }

    std::vector<std::string> read_conditions(const Json& value, const std::string& pointer) {
        std::vector<std::string> known, named;
        for (const Condition& condition : m_conditions) known.push_back(condition.id);
        const Json::Array* items = value.array();
        if (!items || items->empty()) {
            m_faults.add(pointer,
                         items ? "a cell that is measured in no condition is no cell"
                               : "a list of conditions is expected, not " + described(value),
                         "Leave the key out to measure it in all of them.");
            return known;
        }
        for (std::size_t i = 0; i < items->size(); ++i) {
            const std::string place = pointer_to(pointer, i);
            if ((*items)[i].is_null()) continue;
            const auto id = read_text((*items)[i], place, {1, 4096}, m_faults);
            if (!id) continue;
            if (std::find(known.begin(), known.end(), *id) == known.end()) {
                m_faults.add(place, fmt::format("there is no condition {}", in_quotes(*id)),
                             suggestion(*id, known, "The conditions are"));
            } else if (std::find(named.begin(), named.end(), *id) != named.end()) {
                m_faults.add(place, fmt::format("condition {} stands here twice", in_quotes(*id)),
                             "Keep one of them.");
            } else {
                named.push_back(*id);
            }
        }
        std::vector<std::string> in_order;
        for (const std::string& id : known)
            if (std::find(named.begin(), named.end(), id) != named.end()) in_order.push_back(id);
        return in_order;
    }

    void read_host_override(WrittenCell& written, ObjectReader& reader) {
        const Json* host = reader.find("host");
        if (host && !host->object()) {
            m_faults.add(reader.at("host"),
                         "a cell's host is an object in braces { }, this is " + described(*host));
        } else if (host) {
            written.host = *host;
        }
        for (const std::string_view key : host_shorthands) {
            const Json* value = reader.find(key);
            if (!value) continue;
            if (host && host->member(key)) {
                m_faults.add(
                    reader.at(key),
                    fmt::format("{} is written twice, here and in \"host\"", in_quotes(key)),
                    "Keep one of them.");
            }
            Json shorthand(Json::Object{{std::string(key), *value}});
            written.host = merged(std::move(written.host), shorthand);
        }
    }

    /// The setup of a cell, after that of the one it duplicates.
    const Setup& setup_of(std::size_t index) {
        if (m_states[index] == State::done) return m_setups[index];
        m_states[index] = State::open;
        WrittenCell& written = m_written[index];
        const Setup* parent = &m_base;
        bool inherits_conditions = false;
        if (const auto original = original_of(index)) {
            parent = &setup_of(*original);
            const WrittenCell& other = m_written[*original];
            inherits_conditions = !written.names_conditions;
            if (inherits_conditions) written.cell.conditions = other.cell.conditions;
        }
        if (!written.names_conditions && !inherits_conditions)
            for (const Condition& condition : m_conditions)
                written.cell.conditions.push_back(condition.id);
        m_setups[index] = *parent;
        override_host(written, *parent, m_setups[index]);
        override_streams(written, *parent, m_setups[index]);
        m_states[index] = State::done;
        return m_setups[index];
    }

    /// The cell that this one duplicates; empty when it duplicates none or none that makes sense.
    std::optional<std::size_t> original_of(std::size_t index) {
        const WrittenCell& written = m_written[index];
        const std::string& original = written.cell.duplicate_of;
        if (original.empty()) return std::nullopt;
        const std::string place = pointer_to(written.pointer, "duplicate_of");
        const auto found =
            std::find_if(m_written.begin(), m_written.end(),
                         [&](const WrittenCell& other) { return other.cell.id == original; });
        if (found == m_written.end()) {
            std::vector<std::string> ids(m_ids.begin(), m_ids.end());
            m_faults.add(place, fmt::format("there is no cell {}", in_quotes(original)),
                         suggestion(original, ids, "The cells are"));
            return std::nullopt;
        }
        const auto at = static_cast<std::size_t>(found - m_written.begin());
        if (at == index) {
            m_faults.add(place, "a cell cannot duplicate itself", "Name another cell.");
            return std::nullopt;
        }
        if (m_states[at] == State::open) {
            m_faults.add(place,
                         fmt::format("the duplicates go round in a circle: {} leads back to {}",
                                     in_quotes(original), in_quotes(written.cell.id)),
                         "Let one cell of the circle duplicate none.");
            return std::nullopt;
        }
        return at;
    }

    void override_host(const WrittenCell& written, const Setup& parent, Setup& setup) {
        if (written.host.object()->empty()) return;
        setup.host_document = merged(parent.host_document, written.host);
        setup.host_faults = {};
        setup.host = read_host(setup.host_document, setup.host_faults);
        m_faults.absorb_override(
            setup.host_faults, parent.host_faults, written.host, [&](const std::string& place) {
                const auto steps = steps_of(place);
                const bool short_form = steps && !steps->empty() &&
                                        is_host_shorthand(steps->front()) &&
                                        written.document->member(steps->front());
                return written.pointer + (short_form ? "" : "/host") + place;
            });
    }

    void override_streams(const WrittenCell& written, const Setup& parent, Setup& setup) {
        if (!written.streams) return;
        for (const auto& [name, change] : *written.streams->object()) {
            const std::string place =
                pointer_to(pointer_to(written.pointer, "streams"), std::string_view(name));
            if (!m_base.stream_documents.contains(name)) {
                m_faults.add(
                    place, fmt::format("there is no stream {} to override", in_quotes(name)),
                    suggestion(name, names_in(m_base.stream_documents), "The streams are"));
            } else if (change.is_null()) {
                setup.stream_documents.erase(name);
                setup.streams.erase(name);
                setup.stream_faults.erase(name);
            } else if (!change.object()) {
                m_faults.add(place,
                             "an override is an object in braces { }, or null to switch "
                             "the stream off, not " +
                                 described(change));
            } else {
                override_stream(name, change, place, parent, setup);
            }
        }
    }

    void override_stream(const std::string& name, const Json& change, const std::string& place,
                         const Setup& parent, Setup& setup) {
        const auto before = parent.stream_documents.find(name);
        const bool switched_off = before == parent.stream_documents.end();
        Json document = merged(switched_off ? Json(Json::Object{}) : before->second, change);
        Faults faults;
        setup.streams[name] = read_stream(document, m_top_level, faults);
        const auto known = parent.stream_faults.find(name);
        m_faults.absorb_override(faults,
                                 known == parent.stream_faults.end() ? Faults{} : known->second,
                                 change, [&](const std::string& inner) { return place + inner; });
        setup.stream_documents[name] = std::move(document);
        setup.stream_faults[name] = std::move(faults);
    }

    const Setup& m_base;
    const TopLevelStreams& m_top_level;
    const std::vector<Condition>& m_conditions;
    Faults& m_faults;
    std::vector<WrittenCell> m_written;
    std::vector<Setup> m_setups;
    std::vector<State> m_states;
    std::set<std::string> m_ids;
};

}  // namespace

std::vector<Cell> read_cells(const Json& cells, const Setup& base, const TopLevelStreams& top_level,
                             const std::vector<Condition>& conditions, Faults& faults) {
    const Json::Array* items = cells.array();
    if (!items || items->empty() || items->size() > most_cells) {
        faults.add(
            "/cells",
            items ? fmt::format("1 to {} cells are expected, not {}", most_cells, items->size())
                  : "a list of cells is expected, not " + described(cells),
            "A cell is an object like {\"id\": \"A\"}.");
        return {};
    }
    return CellsReader(base, top_level, conditions, faults).read(*items);
}

}  // namespace stallscope
