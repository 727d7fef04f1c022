// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline_csv.h"

#include "core/csv_text.h"

namespace stallscope::app {

QByteArray timeline_csv(const Timeline& timeline, std::int64_t from, std::int64_t to) {
    QByteArray text = csv_line({QStringLiteral("lane"), QStringLiteral("what"),
                                QStringLiteral("request or call"), QStringLiteral("start (s)"),
                                QStringLiteral("end (s)"), QStringLiteral("length (ms)")});
    for (const TimelineLane& lane : timeline.lanes) {
        for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
            const SpanList& list = lane.spans[kind];
            const SpanList::Places places = list.between(from, to);
            for (std::size_t place = places.first; place < places.last; ++place) {
                const RequestRef ref{lane.stream, lane.role == LaneRole::caller, list.row(place)};
                const auto start = static_cast<double>(list.start(place));
                const auto end = static_cast<double>(list.end(place));
                text += csv_line({lane_title(timeline, lane),
                                  kind_title(static_cast<TimelineKind>(kind)),
                                  QString::number(timeline.number(ref)), csv_number(start / 1e9),
                                  csv_number(end / 1e9), csv_number((end - start) / 1e6)});
            }
        }
    }
    return text;
}

}  // namespace stallscope::app
