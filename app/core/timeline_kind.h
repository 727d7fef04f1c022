// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>

namespace stallscope::app {

/// What a stretch of a lane is: what a thread does, or what a reply waits for.
enum class TimelineKind {
    queued,       ///< client: submit → dispatch
    request,      ///< client: dispatch → response
    dispatch,     ///< dispatcher: takes the job and sends it; on a thread: takes it and calls
    forward,      ///< dispatcher: it reads, and the forward has not ended yet
    not_reading,  ///< the forward has ended, its dispatcher does not read yet
    transit,      ///< it reads, the reply is on its way
    lock_wait,    ///< the reply is read, the lock is not there
    body,         ///< header → body
    decode,       ///< body → decoded
    resolve,      ///< decoded → received
    return_leg,   ///< service_end → received, where the steps between were not stamped
    service,      ///< service_start → service_end
    reply_write,  ///< worker: service_end → reply_sent
    call,         ///< a call of a loop thread, as its caller sees it
    native,       ///< inside the native call; lies within service or call
};
inline constexpr std::size_t timeline_kind_count = 15;

/// "Waits for the lock": for legends, tooltips and inside the spans.
QString kind_title(TimelineKind kind);
/// From which stamp to which, and what that means: a sentence.
QString kind_definition(TimelineKind kind);
/// Whether the reply has been computed and somebody waits for it.
bool is_reply_wait(TimelineKind kind);

}  // namespace stallscope::app
