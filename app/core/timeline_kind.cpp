// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline_kind.h"

#include <QCoreApplication>

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("TimelineKind", text);
}

}  // namespace

QString kind_title(TimelineKind kind) {
    switch (kind) {
        case TimelineKind::queued:
            return words("Queued");
        case TimelineKind::request:
            return words("Request");
        case TimelineKind::dispatch:
            return words("Sends");
        case TimelineKind::forward:
            return words("Forward runs");
        case TimelineKind::not_reading:
            return words("Not reading yet");
        case TimelineKind::transit:
            return words("Reply on its way");
        case TimelineKind::lock_wait:
            return words("Waits for the lock");
        case TimelineKind::body:
            return words("Reads the body");
        case TimelineKind::decode:
            return words("Decodes");
        case TimelineKind::resolve:
            return words("Resolves");
        case TimelineKind::return_leg:
            return words("Return leg");
        case TimelineKind::service:
            return words("Service");
        case TimelineKind::reply_write:
            return words("Writes the reply");
        case TimelineKind::call:
            return words("Call");
        case TimelineKind::native:
            return words("Native call");
    }
    return {};
}

QString kind_definition(TimelineKind kind) {
    switch (kind) {
        case TimelineKind::queued:
            return words("submit → dispatch: the request waits until its dispatcher takes it.");
        case TimelineKind::request:
            return words("dispatch → response: the client waits for its answer.");
        case TimelineKind::dispatch:
            return words(
                "dispatch → sent: the job is written, and the lock is held again. On a "
                "thread: dispatch → service_start.");
        case TimelineKind::forward:
            return words(
                "sent → service_end: the dispatcher has nothing to do, the worker "
                "computes.");
        case TimelineKind::not_reading:
            return words(
                "service_end → recv_enter: the forward has ended, and the dispatcher is "
                "not back from its send.");
        case TimelineKind::transit:
            return words(
                "service_end or recv_enter, the later one → read_returned: the reply is "
                "on its way.");
        case TimelineKind::lock_wait:
            return words(
                "read_returned → header: the reply has been read, and the dispatcher "
                "waits until it holds the lock again.");
        case TimelineKind::body:
            return words(
                "header → body: the payload is read, which drops the lock and asks for "
                "it again.");
        case TimelineKind::decode:
            return words("body → decoded: the payload is unpickled.");
        case TimelineKind::resolve:
            return words("decoded → received: the result is set and its callback runs.");
        case TimelineKind::return_leg:
            return words("service_end → received.");
        case TimelineKind::service:
            return words("service_start → service_end: the forward, in the process that runs it.");
        case TimelineKind::reply_write:
            return words("service_end → reply_sent: the worker writes its reply.");
        case TimelineKind::call:
            return words(
                "A call of a loop thread, as its caller sees it: with the time until the "
                "lock is there again.");
        case TimelineKind::native:
            return words("native_enter → native_exit: inside the native call.");
    }
    return {};
}

bool is_reply_wait(TimelineKind kind) {
    switch (kind) {
        case TimelineKind::not_reading:
        case TimelineKind::transit:
        case TimelineKind::lock_wait:
        case TimelineKind::body:
        case TimelineKind::decode:
        case TimelineKind::resolve:
        case TimelineKind::return_leg:
            return true;
        default:
            return false;
    }
}

}  // namespace stallscope::app
