// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/requests_model.h"

#include <array>
#include <limits>
#include <utility>

#include "core/leg_names.h"
#include "record/arena.h"

namespace stallscope::app {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double as_number(std::int64_t value, double factor = 1) {
    return value == not_taken ? none : static_cast<double>(value) * factor;
}

constexpr double to_ms = 1e-6;

template <class Row>
struct Stamp {
    const char* title;
    std::int64_t Row::*member;
};

/// In the order in which they are taken.
constexpr std::array<Stamp<RequestRow>, 20> stamps = {{
    {"arrival", &RequestRow::arrival},
    {"submit", &RequestRow::submit},
    {"queue enter", &RequestRow::queue_enter},
    {"dispatch", &RequestRow::dispatch},
    {"sent", &RequestRow::sent},
    {"worker recv", &RequestRow::worker_recv},
    {"service start", &RequestRow::service_start},
    {"native enter", &RequestRow::native_enter},
    {"device start", &RequestRow::device_start},
    {"device end", &RequestRow::device_end},
    {"native exit", &RequestRow::native_exit},
    {"service end", &RequestRow::service_end},
    {"reply sent", &RequestRow::reply_sent},
    {"recv enter", &RequestRow::recv_enter},
    {"read returned", &RequestRow::read_returned},
    {"header", &RequestRow::header},
    {"body", &RequestRow::body},
    {"decoded", &RequestRow::decoded},
    {"received", &RequestRow::received},
    {"response", &RequestRow::response},
}};

constexpr std::array<Stamp<CallRow>, 6> call_stamps = {{
    {"start", &CallRow::start},
    {"native enter", &CallRow::native_enter},
    {"device start", &CallRow::device_start},
    {"device end", &CallRow::device_end},
    {"native exit", &CallRow::native_exit},
    {"end", &CallRow::end},
}};

/// Legs first: they are what one looks for.
struct ShownLeg {
    const char* title;
    Leg leg;
};
constexpr std::array<ShownLeg, 6> legs = {{{"return", Leg::return_leg},
                                           {"lock wait", Leg::lock_wait},
                                           {"service", Leg::service},
                                           {"dispatch wait", Leg::dispatch},
                                           {"occupancy", Leg::occupancy},
                                           {"e2e", Leg::e2e}}};

constexpr int first_leg = 3;  // behind request, client, answer
constexpr int first_stamp = first_leg + static_cast<int>(legs.size());
constexpr int first_fact = first_stamp + static_cast<int>(stamps.size());  // cpu, input, bytes

constexpr int first_call_stamp = 4;  // behind call, thread, state, length

QString answer_text(std::int64_t answer) {
    switch (static_cast<Answer>(answer)) {
        case Answer::match:
            return RequestsModel::tr("match");
        case Answer::mismatch:
            return RequestsModel::tr("mismatch");
        case Answer::error:
            return RequestsModel::tr("error");
        default:
            return RequestsModel::tr("unchecked");
    }
}

TableColumn ms_column(const char* title, const QString& says) {
    return {QLatin1String(title), QStringLiteral("ms"), true, 4, says};
}

QVector<TableColumn> request_columns() {
    QVector<TableColumn> columns = {
        {RequestsModel::tr("request"), {}, true, 0, RequestsModel::tr("Its number in the stream")},
        {RequestsModel::tr("client"), {}, true, 0, {}},
        {RequestsModel::tr("answer"),
         {},
         false,
         0,
         RequestsModel::tr("Compared with a reference: match, mismatch, error or unchecked")}};
    for (const ShownLeg& leg : legs) columns += ms_column(leg.title, leg_definition(leg.leg));
    for (const auto& stamp : stamps) {
        columns += ms_column(stamp.title,
                             RequestsModel::tr("Stamp, from the window's start; negative: before"));
    }
    columns += ms_column("cpu", RequestsModel::tr("CPU time of the serving thread"));
    columns += {RequestsModel::tr("input"), {}, true, 0, RequestsModel::tr("Seed of its input")};
    columns += {RequestsModel::tr("reply"), QStringLiteral("bytes"), true, 0, {}};
    return columns;
}

QVector<TableColumn> call_columns() {
    QVector<TableColumn> columns = {
        {RequestsModel::tr("call"), {}, true, 0, {}},
        {RequestsModel::tr("thread"), {}, true, 0, {}},
        {RequestsModel::tr("state"), {}, false, 0, {}},
        ms_column("length", RequestsModel::tr("Inside the native call; its caller's span where "
                                              "that was not stamped"))};
    for (const auto& stamp : call_stamps) {
        columns += ms_column(stamp.title,
                             RequestsModel::tr("Stamp, from the window's start; negative: before"));
    }
    return columns;
}

double call_length(const CallRow& row) {
    if (row.native_enter != not_taken && row.native_exit != not_taken) {
        return static_cast<double>(row.native_exit - row.native_enter) * to_ms;
    }
    if (row.start == not_taken || row.end == not_taken) return none;
    return static_cast<double>(row.end - row.start) * to_ms;
}

double number_of(const CallRow& row, int column) {
    switch (column) {
        case 0:
            return static_cast<double>(row.call);
        case 1:
            return static_cast<double>(row.lane);
        case 2:
            return none;
        case 3:
            return call_length(row);
        default:
            return as_number(
                row.*call_stamps[static_cast<std::size_t>(column - first_call_stamp)].member,
                to_ms);
    }
}

double number_of(const RequestRow& row, int column) {
    if (column == 0) return static_cast<double>(row.request);
    if (column == 1) return as_number(row.lane);
    if (column == 2) return none;
    if (column < first_stamp) {
        return as_number(leg_ns(legs[static_cast<std::size_t>(column - first_leg)].leg, row),
                         to_ms);
    }
    if (column < first_fact) {
        return as_number(row.*stamps[static_cast<std::size_t>(column - first_stamp)].member, to_ms);
    }
    if (column == first_fact) return as_number(row.cpu, to_ms);
    return as_number(column == first_fact + 1 ? row.seed : row.reply_bytes);
}

}  // namespace

RequestsModel::RequestsModel(QObject* parent) : TableModel(request_columns(), parent) {}

void RequestsModel::set_stream(std::shared_ptr<const StreamRows> rows) {
    const bool were_calls = shows_calls();
    begin_rows();
    m_rows = std::move(rows);
    if (shows_calls() != were_calls)
        set_columns(shows_calls() ? call_columns() : request_columns());
    end_rows();
}

int RequestsModel::source_rows() const {
    if (!m_rows) return 0;
    return static_cast<int>(shows_calls() ? m_rows->calls.size() : m_rows->requests.size());
}

double RequestsModel::number_at(int source, int column) const {
    const auto at = static_cast<std::size_t>(source);
    return shows_calls() ? number_of(m_rows->calls[at], column)
                         : number_of(m_rows->requests[at], column);
}

QString RequestsModel::text_at(int source, int /*column*/) const {
    const auto at = static_cast<std::size_t>(source);
    if (shows_calls()) {
        return m_rows->calls[at].status == 0 ? tr("done")
                                             : tr("status %1").arg(m_rows->calls[at].status);
    }
    return answer_text(m_rows->requests[at].answer);
}

}  // namespace stallscope::app
