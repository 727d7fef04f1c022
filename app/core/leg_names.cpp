// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_names.h"

#include <QCoreApplication>

namespace stallscope::app {
namespace {

struct Words {
    const char* title;
    const char* definition;
};

Words words_of(Leg leg) {
    switch (leg) {
        case Leg::return_leg:
            return {QT_TRANSLATE_NOOP("Legs", "Return leg"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "From the end of the forward until the runtime has "
                                      "the result: service end → received.")};
        case Leg::occupancy:
            return {QT_TRANSLATE_NOOP("Legs", "Occupancy"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "How long the dispatcher is taken by one request: "
                                      "dispatch → received.")};
        case Leg::service:
            return {QT_TRANSLATE_NOOP("Legs", "Service"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Around the forward, in the process that runs it: "
                                      "service start → service end.")};
        case Leg::dispatch:
            return {QT_TRANSLATE_NOOP("Legs", "Dispatch"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "From the dispatcher taking the job to its start: "
                                      "dispatch → service start.")};
        case Leg::send:
            return {QT_TRANSLATE_NOOP("Legs", "Send"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Until the job is written and the lock held again: "
                                      "dispatch → sent. Overlaps dispatch and service.")};
        case Leg::queue:
            return {QT_TRANSLATE_NOOP("Legs", "Queue"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Waiting for the dispatcher: queue enter → "
                                      "dispatch.")};
        case Leg::not_reading:
            return {QT_TRANSLATE_NOOP("Legs", "Not reading yet"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "The reply is there, nobody reads: service end → "
                                      "receive entered; 0 if that came earlier.")};
        case Leg::transit:
            return {QT_TRANSLATE_NOOP("Legs", "Transit"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "From both being ready until the read has returned: "
                                      "service end or receive entered → read returned.")};
        case Leg::lock_wait:
            return {QT_TRANSLATE_NOOP("Legs", "Lock wait"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "The reply has been read, the interpreter lock is "
                                      "not there yet: read returned → header.")};
        case Leg::device:
            return {QT_TRANSLATE_NOOP("Legs", "Device"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "By the device's own timer: device start → device "
                                      "end.")};
        case Leg::off_device:
            return {QT_TRANSLATE_NOOP("Legs", "Off device"),
                    QT_TRANSLATE_NOOP("Legs", "Service without the device's own time.")};
        case Leg::relock:
            return {QT_TRANSLATE_NOOP("Legs", "Relock"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Until the call has returned to a caller that holds "
                                      "the lock again: native exit → service end.")};
        case Leg::host:
            return {QT_TRANSLATE_NOOP("Legs", "Host"),
                    QT_TRANSLATE_NOOP("Legs", "Service without the time inside the native call.")};
        case Leg::e2e:
            return {QT_TRANSLATE_NOOP("Legs", "End to end"),
                    QT_TRANSLATE_NOOP("Legs", "What the client sees: submit → response.")};
        case Leg::response_time:
            return {QT_TRANSLATE_NOOP("Legs", "Response time"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "From when it was meant to be asked: arrival → "
                                      "response. Hides no coordinated omission.")};
    }
    return {"", ""};
}

Words words_of(PathStep step) {
    switch (step) {
        case PathStep::service_end_to_header:
            return {QT_TRANSLATE_NOOP("Legs", "Service end → header"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Until the reply's length prefix has been read and "
                                      "the lock is held again.")};
        case PathStep::header_to_body:
            return {QT_TRANSLATE_NOOP("Legs", "Header → body"),
                    QT_TRANSLATE_NOOP("Legs",
                                      "Until the payload has been read; drops the lock "
                                      "too.")};
        case PathStep::body_to_decoded:
            return {QT_TRANSLATE_NOOP("Legs", "Body → decoded"),
                    QT_TRANSLATE_NOOP("Legs", "Unpickling, parsing.")};
        case PathStep::decoded_to_received:
            return {QT_TRANSLATE_NOOP("Legs", "Decoded → received"),
                    QT_TRANSLATE_NOOP("Legs", "Until the result is set and the callback has run.")};
    }
    return {"", ""};
}

QString translated(const char* text) {
    return QCoreApplication::translate("Legs", text);
}

}  // namespace

const std::vector<AnyLeg>& any_legs() {
    static const std::vector<AnyLeg> legs = [] {
        std::vector<AnyLeg> all;
        for (const Leg leg : all_legs()) all.emplace_back(leg);
        for (const PathStep step : all_path_steps()) all.emplace_back(step);
        return all;
    }();
    return legs;
}

QString leg_title(AnyLeg leg) {
    return std::visit([](auto one) { return translated(words_of(one).title); }, leg);
}

QString leg_definition(AnyLeg leg) {
    return std::visit([](auto one) { return translated(words_of(one).definition); }, leg);
}

std::string leg_key(AnyLeg leg) {
    return std::visit([](auto one) { return std::string(name_of(one)); }, leg);
}

std::int64_t any_leg_ns(AnyLeg leg, const RequestRow& row) {
    if (const Leg* one = std::get_if<Leg>(&leg)) return leg_ns(*one, row);
    return path_ns(std::get<PathStep>(leg), row);
}

}  // namespace stallscope::app
