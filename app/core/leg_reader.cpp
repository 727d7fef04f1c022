// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_reader.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

namespace stallscope::app {
namespace {

// News of columns that are not complete copy them: not more often than this.
constexpr int news_every_ms = 150;

// Columns among the last so many that were asked for are on the screen: they stay, whatever their
// size, or they would be read for ever.
constexpr quint64 in_use = 64;

/// Lets the first and the last piece of news pass, and few in between.
class Pace {
public:
    bool passes(bool is_last) {
        if (!is_last && m_since.isValid() && !m_since.hasExpired(news_every_ms)) return false;
        m_since.start();
        return true;
    }

private:
    QElapsedTimer m_since;
};

qint64 requests_of(const MeasuredPlace& place) {
    qint64 requests = 0;
    for (const StoredVisit& visit : place.visits) requests += visit.requests;
    return requests;
}

std::size_t bytes_of(const LegColumn& column) {
    return column.sorted_ms.capacity() * sizeof(float);
}

}  // namespace

LegReader::LegReader(std::shared_ptr<const RunReader> run, MeasuredPlaces places, QObject* parent)
    : QObject(parent), m_run(std::move(run)), m_places(std::move(places)), m_work(this) {}

LegReader::~LegReader() = default;

std::shared_ptr<const LegColumn> LegReader::legs(const Place& place, AnyLeg leg) {
    if (const auto found = m_legs.find({place, leg}); found != m_legs.end()) {
        found->second.used = ++m_clock;
        return found->second.column;
    }
    const MeasuredPlace* measured = m_places.find(place);
    if (measured == nullptr || measured->loop) return nullptr;
    const bool all = requests_of(*measured) < all_legs_below;
    std::vector<AnyLeg> wanted = all ? any_legs() : std::vector<AnyLeg>{leg};
    for (const AnyLeg one : wanted) m_legs[{place, one}].used = ++m_clock;
    m_work.start([this, run = m_run, measured = *measured,
                  wanted = std::move(wanted)](const BackgroundWork::Call& call) {
        Pace pace;
        const auto done = read_legs(*run, measured, wanted, [&](const LegColumns& columns) {
            const LegColumn& any = columns.begin()->second;
            if (pace.passes(any.complete())) {
                call.post(
                    [this, where = measured.place,
                     found = std::make_shared<const LegColumns>(columns)] { keep(where, found); });
            }
            return !call.cancelled();
        });
        if (!done) call.post([this, error = done.error()] { tell(error); });
    });
    return nullptr;
}

std::shared_ptr<const WaitColumns> LegReader::waits(const Place& place, const QString& suspect) {
    const WaitKey key{place, suspect};
    if (const auto found = m_waits.find(key); found != m_waits.end()) return found->second;
    const MeasuredPlace* measured = m_places.find(place);
    const MeasuredPlace* other = m_places.find({place.cell, place.condition, suspect});
    if (measured == nullptr || other == nullptr || measured->loop) return nullptr;
    m_waits[key] = nullptr;
    m_work.start([this, run = m_run, measured = *measured, key,
                  is_loop = other->loop](const BackgroundWork::Call& call) {
        Pace pace;
        const auto done =
            read_waits(*run, measured, key.second, is_loop, [&](const WaitColumns& columns) {
                if (pace.passes(columns.complete())) {
                    call.post([this, key, found = std::make_shared<const WaitColumns>(columns)] {
                        m_waits[key] = found;
                        emit grown();
                    });
                }
                return !call.cancelled();
            });
        if (!done) call.post([this, error = done.error()] { tell(error); });
    });
    return nullptr;
}

void LegReader::keep(const Place& place, const std::shared_ptr<const LegColumns>& columns) {
    for (const auto& [leg, column] : *columns) {
        Kept& kept = m_legs[{place, leg}];
        kept.column = std::shared_ptr<const LegColumn>(columns, &column);
        if (kept.used == 0) kept.used = ++m_clock;
    }
    forget_old();
    emit grown();
}

void LegReader::forget_old() {
    std::size_t bytes = 0;
    std::vector<std::pair<quint64, LegKey>> by_use;
    for (const auto& [key, kept] : m_legs) {
        if (!kept.column) continue;
        bytes += bytes_of(*kept.column);
        if (kept.column->complete()) by_use.emplace_back(kept.used, key);
    }
    std::sort(by_use.begin(), by_use.end());
    for (const auto& [used, key] : by_use) {
        if (bytes <= kept_bytes || used + in_use > m_clock) return;
        bytes -= bytes_of(*m_legs[key].column);
        m_legs.erase(key);
    }
}

void LegReader::cancel() {
    m_work.cancel();
    std::erase_if(m_legs, [](const auto& one) {
        return !one.second.column || !one.second.column->complete();
    });
    std::erase_if(m_waits, [](const auto& one) { return !one.second || !one.second->complete(); });
}

void LegReader::tell(const Error& error) {
    for (const Problem& fault : problems_of(error)) emit problem(fault);
}

}  // namespace stallscope::app
