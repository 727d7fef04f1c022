// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request_reading.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

#include "core/call_ends.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

/// Shorter than this, a step of the reply's path is not worth a sentence.
constexpr std::int64_t noticeable_ns = 500'000;

QString words(const char* text) {
    return QCoreApplication::translate("RequestReading", text);
}

QString lasting(std::int64_t ns) {
    return ms_text(static_cast<double>(ns) / 1e6);
}

QString place(std::int64_t ns) {
    return seconds_text(static_cast<double>(ns) / 1e9);
}

bool taken(std::initializer_list<std::int64_t> stamps) {
    for (const std::int64_t stamp : stamps) {
        if (stamp == not_taken) return false;
    }
    return true;
}

/// "0.028 ms after ane's call ended"
QString against(const Timeline& timeline, const CallEnd& call, std::int64_t at) {
    const QString& stream = timeline.streams[static_cast<std::size_t>(call.stream)].name;
    return at >= call.end
               ? words("%1 after the call of %2 ended").arg(lasting(at - call.end), stream)
               : words("%1 before the call of %2 ended").arg(lasting(call.end - at), stream);
}

QString cause_of_header(const Timeline& timeline, int stream, const RequestRow& row) {
    const std::int64_t lock = row.header - row.read_returned;
    const std::int64_t reads = std::max(row.service_end, row.recv_enter);
    const std::int64_t not_reading = reads - row.service_end;
    const std::int64_t transit = row.read_returned - reads;
    if (row.header - row.service_end < noticeable_ns) return words(": nothing held it up.");
    if (not_reading > lock && not_reading >= transit) {
        const auto call = call_ended_near(timeline, stream, row.service_end, row.recv_enter);
        const QString came = words(": its dispatcher came back from sending only after %1")
                                 .arg(lasting(not_reading));
        return call ? came + words(", %1: the send waited for the lock.")
                                 .arg(against(timeline, *call, row.recv_enter))
                    : came + words("; no call of another stream ended then.");
    }
    if (transit > lock) return words(": %1 of it was the reply's way.").arg(lasting(transit));
    const auto call = call_ended_near(timeline, stream, row.read_returned, row.header);
    if (call)
        return words(", %1: it waited for the lock.").arg(against(timeline, *call, row.header));
    return words(": for %1 it waited for the lock, and no call of another stream ended then.")
        .arg(lasting(lock));
}

QString of_body(const Timeline& timeline, int stream, const RequestRow& row) {
    if (!taken({row.header, row.body}) || row.body - row.header < noticeable_ns) return {};
    const auto call = call_ended_near(timeline, stream, row.header, row.body);
    const QString took = words("Its body took another %1").arg(lasting(row.body - row.header));
    return call ? took + words(", until %1: the second read drops the lock and waits for it again.")
                             .arg(against(timeline, *call, row.body))
                : took + words(": the second read drops the lock, too.");
}

QString of_reply(const Timeline& timeline, int stream, const RequestRow& row) {
    QStringList sentences;
    if (taken({row.recv_enter, row.read_returned, row.header})) {
        sentences += words("The forward ended at %1; the reply was read %2 later")
                         .arg(place(row.service_end), lasting(row.header - row.service_end)) +
                     cause_of_header(timeline, stream, row);
        sentences += of_body(timeline, stream, row);
    } else {
        sentences += words(
                         "The forward ended at %1; the result was there %2 later. What the reply "
                         "waited for in between was not stamped.")
                         .arg(place(row.service_end), lasting(row.received - row.service_end));
    }
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString of_thread(const RequestRow& row) {
    return words(
               "The forward ran on the dispatcher's own thread and ended at %1; the result was "
               "there %2 later. No reply had to be read.")
        .arg(place(row.service_end), lasting(row.received - row.service_end));
}

QString of_call(const CallRow& row) {
    if (!taken({row.start, row.end})) return words("This call has no end: it was cut off.");
    const QString whole = words("The call began at %1 and took %2")
                              .arg(place(row.start), lasting(row.end - row.start));
    if (!taken({row.native_enter, row.native_exit}))
        return whole + words("; the native call inside was not stamped.");
    return whole + words(
                       ": %1 inside the native call, and %2 from its last instruction until its "
                       "caller went on.")
                       .arg(lasting(row.native_exit - row.native_enter),
                            lasting(row.end - row.native_exit));
}

}  // namespace

QString reading_of(const Timeline& timeline, const RequestRef& request) {
    if (const CallRow* call = timeline.call(request)) return of_call(*call);
    const RequestRow& row = *timeline.request(request);
    if (taken({row.service_end, row.received}) || taken({row.service_end, row.header})) {
        return has_worker(row) || row.received == not_taken
                   ? of_reply(timeline, request.stream, row)
                   : of_thread(row);
    }
    if (taken({row.submit, row.response})) {
        return words(
                   "The client asked at %1 and had its answer %2 later. When the forward ended "
                   "was not stamped, so what it waited for cannot be told.")
            .arg(place(row.submit), lasting(row.response - row.submit));
    }
    return words("This request has no response: it was still on its way when the visit ended.");
}

}  // namespace stallscope::app
