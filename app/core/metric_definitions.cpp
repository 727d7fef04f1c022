// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metric_definitions.h"

#include <QCoreApplication>
#include <algorithm>

namespace stallscope::app {
namespace {

struct Source {
    const char *id, *name, *unit, *span, *says;
};

#define SAY(text) QT_TRANSLATE_NOOP("stallscope::app::MetricDefinitions", text)

constexpr Source sources[] = {
    // The legs of one request, in the order in which it passes them.
    {"queue", SAY("queue wait"), "ms", "queue_enter → dispatch",
     SAY("How long the request lay in its stream's queue until the dispatcher took it.")},
    {"send", SAY("send"), "ms", "dispatch → sent",
     SAY("Writing the job to the worker, until the dispatcher holds the interpreter lock again. It "
         "overlaps dispatch and service and is part of no sum.")},
    {"dispatch", SAY("dispatch leg"), "ms", "dispatch → service_start",
     SAY("From the moment the dispatcher takes the request until its work begins, wherever that "
         "runs.")},
    {"service", SAY("service time"), "ms", "service_start → service_end",
     SAY("The work itself, measured in the process that does it.")},
    {"device", SAY("device time"), "ms", "device_start → device_end",
     SAY("What the device's own clock says of the work. Where a device has no clock, the span of "
         "the call on the host is taken and named so.")},
    {"off_device", SAY("off the device"), "ms", "",
     SAY("Service time in which the device did not work on the request: service less device "
         "time.")},
    {"relock", SAY("relock"), "ms", "native_exit → service_end",
     SAY("The work is done, but its caller goes on only when it holds the interpreter lock "
         "again.")},
    {"host", SAY("host share"), "ms", "",
     SAY("Service time outside the native call: service less the span from native_enter to "
         "native_exit.")},
    {"return", SAY("return leg"), "ms", "service_end → received",
     SAY("The work is done; how long until the one who asked has the result. A lock that somebody "
         "else holds shows here.")},
    {"not_reading", SAY("not reading yet"), "ms", "service_end → recv_enter",
     SAY("The work is done, but the dispatcher does not wait for the reply yet, mostly because its "
         "send waits for the lock. 0 when it waited already.")},
    {"transit", SAY("transit"), "ms", "service_end or recv_enter → read_returned",
     SAY("The reply on its way through the pipe, from the later of the two until read() returns. "
         "No lock is needed for it.")},
    {"lock_wait", SAY("lock wait"), "ms", "read_returned → header",
     SAY("The reply has arrived, but the dispatcher goes on only when it gets the interpreter "
         "lock.")},
    {"occupancy", SAY("occupancy"), "ms", "dispatch → received",
     SAY("How long a request keeps its dispatcher busy: dispatch, service and return together, "
         "which is checked.")},
    {"e2e", SAY("end to end"), "ms", "submit → response",
     SAY("What the client sees: from the call until the answer is in its hands.")},
    {"response_time", SAY("response time"), "ms", "arrival → response",
     SAY("From the moment at which the request was meant to be made. A client that is held up "
         "cannot hide a wait from it.")},
    // The reply after the work.
    {"service_end_to_header", SAY("service end to header"), "ms", "service_end → header",
     SAY("From the end of the work until the reply's length is read and the lock is held.")},
    {"header_to_body", SAY("header to body"), "ms", "header → body",
     SAY("Reading the rest of the reply. This second read lets the lock go once more.")},
    {"body_to_decoded", SAY("decoding"), "ms", "body → decoded",
     SAY("Turning the reply's bytes into a value.")},
    {"decoded_to_received", SAY("resolving"), "ms", "decoded → received",
     SAY("Handing the value to the future and running what waits for it.")},
    // Rates, counts and shares.
    {"calls", SAY("call length"), "ms", "native_enter → native_exit",
     SAY("How long the calls of a stream really took, whatever was asked for.")},
    {"throughput", SAY("throughput"), "requests/s", "",
     SAY("Answered requests per second, from the first arrival in the window to the first one "
         "after it, so that a closed loop does not round it to whole requests.")},
    {"cpu", SAY("CPU per request"), "ms", "",
     SAY("Processor time of the serving thread for one request.")},
    {"tree_cpu", SAY("CPU of all processes per request"), "ms", "",
     SAY("Processor time of the host and all its workers in the window, divided by its "
         "requests.")},
    {"overlap", SAY("overlap"), "share", "",
     SAY("The part of a request's occupancy in which the other stream was in its call.")},
    {"mismatches", SAY("mismatches"), "", "",
     SAY("Answers that differ, in any bit, from the reference computed before the first window.")},
    {"errors", SAY("errors"), "", "",
     SAY("Requests that got no answer: refused, failed, or not finished in time.")},
    {"served_as_declared", SAY("served as declared"), "share", "",
     SAY("Visits in which the work ran where and how the cell says.")},
    {"unfinished", SAY("unfinished"), "", "",
     SAY("Requests of the window whose answer had not come when the visit ended.")},
    // Whether the reply comes when the other call ends.
    {"ended_inside", SAY("ended inside a call"), "", "",
     SAY("Requests whose work ended while a call of the other stream was running.")},
    {"time_left", SAY("time left in the call"), "ms", "service_end → end of the call",
     SAY("How much longer the other stream's call ran when the work ended.")},
    {"header_at_call_end", SAY("header at a call's end"), "share", "",
     SAY("Replies that are read within 0.5 ms of the end of a call of the other stream, beside the "
         "share that chance alone would give. Near 1: the reply waits for that call.")},
    {"wait_vs_time_left", SAY("wait against time left"), "", "",
     SAY("Correlation between the wait of a reply and the time that was left in the other call. "
         "Descriptive: no verdict rests on it.")},
};

#undef SAY

QString say(const char* text) {
    return QCoreApplication::translate("stallscope::app::MetricDefinitions", text);
}

}  // namespace

const QVector<MetricDefinition>& metric_definitions() {
    static const QVector<MetricDefinition> all = [] {
        QVector<MetricDefinition> made;
        for (const Source& source : sources) {
            made.push_back({source.id, say(source.name), source.unit,
                            QString::fromUtf8(source.span), say(source.says)});
        }
        return made;
    }();
    return all;
}

const MetricDefinition* find_metric_definition(QStringView id) {
    const auto& all = metric_definitions();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const MetricDefinition& metric) { return metric.id == id; });
    return found == all.end() ? nullptr : &*found;
}

QString metric_tooltip(QStringView id) {
    const MetricDefinition* metric = find_metric_definition(id);
    if (metric == nullptr) return {};
    QString text =
        metric->unit.isEmpty() ? metric->name : QString("%1 (%2)").arg(metric->name, metric->unit);
    if (!metric->span.isEmpty()) text += u'\n' + metric->span;
    return text + u'\n' + metric->says;
}

}  // namespace stallscope::app
