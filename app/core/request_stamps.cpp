// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request_stamps.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/leg_names.h"

namespace stallscope::app {
namespace {

template <class Row>
struct Stamp {
    std::int64_t Row::*at;
    const char* id;
    const char* definition;
};

QString words(const char* text) {
    return QCoreApplication::translate("RequestStamps", text);
}

constexpr Stamp<RequestRow> request_stamps[] = {
    {&RequestRow::arrival, "arrival",
     QT_TRANSLATE_NOOP("RequestStamps", "When the load meant it to arrive.")},
    {&RequestRow::submit, "submit",
     QT_TRANSLATE_NOOP("RequestStamps", "The client's thread enters the runtime.")},
    {&RequestRow::queue_enter, "queue_enter",
     QT_TRANSLATE_NOOP("RequestStamps", "The job is put into the stream's queue.")},
    {&RequestRow::dispatch, "dispatch",
     QT_TRANSLATE_NOOP("RequestStamps", "The stream's dispatcher took the job.")},
    {&RequestRow::sent, "sent",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The job's write has returned and the lock is held again.")},
    {&RequestRow::worker_recv, "worker_recv",
     QT_TRANSLATE_NOOP("RequestStamps", "The worker has read the job.")},
    {&RequestRow::service_start, "service_start",
     QT_TRANSLATE_NOOP("RequestStamps", "The forward begins, in the process that runs it.")},
    {&RequestRow::native_enter, "native_enter",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "First instruction inside the native call; taken without the lock.")},
    {&RequestRow::device_start, "device_start",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The device began, by its own timer mapped to the host's clock.")},
    {&RequestRow::device_end, "device_end",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The device ended, by its own timer mapped to the host's clock.")},
    {&RequestRow::native_exit, "native_exit",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "Last instruction inside the native call; taken without the lock.")},
    {&RequestRow::service_end, "service_end",
     QT_TRANSLATE_NOOP("RequestStamps", "The forward has ended, in the process that runs it.")},
    {&RequestRow::recv_enter, "recv_enter",
     QT_TRANSLATE_NOOP("RequestStamps", "The dispatcher calls receive.")},
    {&RequestRow::read_returned, "read_returned",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The reply's read() has returned; taken before the lock is asked for.")},
    {&RequestRow::reply_sent, "reply_sent",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The worker's write of the reply has returned. Its order against "
                       "read_returned is not defined.")},
    {&RequestRow::header, "header",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The reply's length has been read and the lock is held again.")},
    {&RequestRow::body, "body",
     QT_TRANSLATE_NOOP("RequestStamps", "The reply's payload has been read.")},
    {&RequestRow::decoded, "decoded",
     QT_TRANSLATE_NOOP("RequestStamps", "The payload is unpickled.")},
    {&RequestRow::received, "received",
     QT_TRANSLATE_NOOP("RequestStamps", "The result is set on the future, its callback ran.")},
    {&RequestRow::response, "response",
     QT_TRANSLATE_NOOP("RequestStamps", "The client has the answer.")},
};

constexpr Stamp<CallRow> call_stamps[] = {
    {&CallRow::start, "start", QT_TRANSLATE_NOOP("RequestStamps", "The thread makes the call.")},
    {&CallRow::native_enter, "native_enter",
     QT_TRANSLATE_NOOP("RequestStamps", "First instruction inside the native call.")},
    {&CallRow::device_start, "device_start",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The device began, by its own timer mapped to the host's clock.")},
    {&CallRow::device_end, "device_end",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The device ended, by its own timer mapped to the host's clock.")},
    {&CallRow::native_exit, "native_exit",
     QT_TRANSLATE_NOOP("RequestStamps", "Last instruction inside the native call.")},
    {&CallRow::end, "end",
     QT_TRANSLATE_NOOP("RequestStamps",
                       "The call has returned to its caller, which holds the lock again.")},
};

template <class Row, std::size_t N>
QVector<StampFact> facts(const Row& row, const Stamp<Row> (&stamps)[N]) {
    QVector<StampFact> facts;
    for (const Stamp<Row>& stamp : stamps) {
        StampFact fact{QString::fromLatin1(stamp.id), words(stamp.definition), {}, {}};
        if (row.*stamp.at != not_taken) fact.at_ns = row.*stamp.at;
        facts.append(fact);
    }
    std::stable_sort(facts.begin(), facts.end(), [](const StampFact& a, const StampFact& b) {
        if (!a.at_ns || !b.at_ns) return a.at_ns.has_value() && !b.at_ns;
        return *a.at_ns < *b.at_ns;
    });
    for (qsizetype i = 1; i < facts.size(); ++i) {
        if (facts[i].at_ns) facts[i].since_last_ns = *facts[i].at_ns - *facts[i - 1].at_ns;
    }
    return facts;
}

LegFact fact(const QString& id, const QString& definition, std::int64_t ns) {
    LegFact leg{id, definition, {}};
    if (ns != not_taken) leg.ns = ns;
    return leg;
}

std::int64_t between(std::int64_t from, std::int64_t to) {
    return from == not_taken || to == not_taken ? not_taken : to - from;
}

}  // namespace

QVector<StampFact> stamps_of(const RequestRow& row) {
    return facts(row, request_stamps);
}

QVector<StampFact> stamps_of(const CallRow& row) {
    return facts(row, call_stamps);
}

QVector<LegFact> legs_of(const RequestRow& row) {
    QVector<LegFact> legs;
    for (const AnyLeg leg : any_legs()) {
        const QString id = QString::fromStdString(leg_key(leg));
        legs.append(fact(id, leg_definition(leg), any_leg_ns(leg, row)));
    }
    return legs;
}

QVector<LegFact> legs_of(const CallRow& row) {
    return {
        fact(QStringLiteral("call"), words("start → end: as its caller sees it."),
             between(row.start, row.end)),
        fact(QStringLiteral("native"), words("native_enter → native_exit: inside the native call."),
             between(row.native_enter, row.native_exit)),
        fact(QStringLiteral("device"), leg_definition(Leg::device),
             between(row.device_start, row.device_end)),
        fact(QStringLiteral("relock"), leg_definition(Leg::relock),
             between(row.native_exit, row.end)),
    };
}

}  // namespace stallscope::app
