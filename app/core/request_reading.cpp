// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request_reading.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/call_ends.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

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

QString in_a_row(QStringList sentences) {
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

/// "0.028 ms after the call of ane ended"
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
    if (!taken({row.recv_enter, row.read_returned, row.header})) {
        return words(
                   "The forward ended at %1; the result was there %2 later. What the reply "
                   "waited for in between was not stamped.")
            .arg(place(row.service_end), lasting(row.received - row.service_end));
    }
    const QString read = words("The forward ended at %1; the reply was read %2 later")
                             .arg(place(row.service_end), lasting(row.header - row.service_end)) +
                         cause_of_header(timeline, stream, row);
    return in_a_row({read, of_body(timeline, stream, row)});
}

QString of_thread(const RequestRow& row) {
    return words(
               "The forward ran on the dispatcher's own thread and ended at %1; the result was "
               "there %2 later. No reply had to be read.")
        .arg(place(row.service_end), lasting(row.received - row.service_end));
}

/// Where the time went if it was not with the reply; "" if it was, or cannot be told.
QString of_longest_part(const RequestRow& row) {
    if (!taken({row.submit, row.dispatch, row.service_start, row.service_end, row.response}))
        return {};
    const std::int64_t queue = row.dispatch - row.submit;
    const std::int64_t dispatch = row.service_start - row.dispatch;
    const std::int64_t forward = row.service_end - row.service_start;
    const std::int64_t reply = row.response - row.service_end;
    const std::int64_t longest = std::max({queue, dispatch, forward, reply});
    // Beside a reply that waited for long, it is no news that the forward takes its time.
    if (longest == reply || (longest == forward && reply >= forward / 2)) return {};
    const QString part = longest == forward ? words("the forward")
                         : longest == queue ? words("the wait for its dispatcher")
                                            : words("the way to its forward");
    return words("The longest part of its %1 end to end was %2: %3.")
        .arg(lasting(row.response - row.submit), part, lasting(longest));
}

/// The forward's end is stamped, the reply is not.
QString of_forward(const RequestRow& row) {
    const QString ended = words("The forward ended at %1").arg(place(row.service_end));
    return row.response == not_taken
               ? ended + words(". When its result was there was not stamped.")
               : ended + words(
                             "; the client had its answer %1 later. What the reply waited for in "
                             "between was not stamped.")
                             .arg(lasting(row.response - row.service_end));
}

/// Nothing of the forward is stamped.
QString of_client(const RequestRow& row) {
    if (row.response == not_taken) {
        return words(
            "This request has no response: it was still on its way when the visit ended, or its "
            "record was lost.");
    }
    const QString unknown =
        words("When the forward ended was not stamped, so what it waited for cannot be told.");
    const QString answered =
        row.submit == not_taken ? words("The client had its answer at %1.").arg(place(row.response))
                                : words("The client asked at %1 and had its answer %2 later.")
                                      .arg(place(row.submit), lasting(row.response - row.submit));
    return in_a_row({answered, unknown});
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
    if (row.service_end == not_taken) return of_client(row);
    const bool was_read = taken({row.recv_enter, row.read_returned, row.header});
    if (!was_read && row.received == not_taken) return of_forward(row);
    return in_a_row({has_worker(row) ? of_reply(timeline, request.stream, row) : of_thread(row),
                     of_longest_part(row)});
}

}  // namespace stallscope::app
