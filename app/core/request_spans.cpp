// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request_spans.h"

#include <algorithm>

namespace stallscope::app {
namespace {

class Spans {
public:
    void add(LaneRole role, TimelineKind kind, std::int64_t start, std::int64_t end) {
        if (start == not_taken || end == not_taken || end < start) return;
        m_spans.push_back({role, kind, start, end});
    }
    std::vector<RequestSpan> take() { return std::move(m_spans); }

private:
    std::vector<RequestSpan> m_spans;
};

void add_client(Spans& spans, const RequestRow& row) {
    const bool queued = row.dispatch != not_taken && row.submit != not_taken;
    if (queued) spans.add(LaneRole::client, TimelineKind::queued, row.submit, row.dispatch);
    spans.add(LaneRole::client, TimelineKind::request, queued ? row.dispatch : row.submit,
              row.response);
}

/// From service_end on: what the reply waited for.
void add_reply(Spans& spans, const RequestRow& row) {
    constexpr LaneRole role = LaneRole::dispatcher;
    if (row.read_returned == not_taken || row.header == not_taken) {
        spans.add(role, TimelineKind::return_leg, row.service_end, row.received);
        return;
    }
    if (row.service_end != not_taken) {
        // A read that began in time waits for nothing but the reply.
        const std::int64_t reads = std::max(row.service_end, row.recv_enter);
        if (reads > row.service_end)
            spans.add(role, TimelineKind::not_reading, row.service_end, reads);
        spans.add(role, TimelineKind::transit, reads, row.read_returned);
    }
    spans.add(role, TimelineKind::lock_wait, row.read_returned, row.header);
    spans.add(role, TimelineKind::body, row.header, row.body);
    spans.add(role, TimelineKind::decode, row.body, row.decoded);
    spans.add(role, TimelineKind::resolve, row.decoded, row.received);
}

void add_with_worker(Spans& spans, const RequestRow& row) {
    constexpr LaneRole dispatcher = LaneRole::dispatcher;
    // A send that comes back after the forward's end has become the reply's wait by then.
    const bool sends_on = row.sent != not_taken && row.service_end != not_taken;
    const std::int64_t sent = sends_on ? std::min(row.sent, row.service_end) : row.sent;
    spans.add(dispatcher, TimelineKind::dispatch, row.dispatch, sent);
    if (sends_on && row.sent < row.service_end)
        spans.add(dispatcher, TimelineKind::forward, row.sent, row.service_end);
    add_reply(spans, row);
    spans.add(LaneRole::worker, TimelineKind::service, row.service_start, row.service_end);
    spans.add(LaneRole::worker, TimelineKind::native, row.native_enter, row.native_exit);
    spans.add(LaneRole::worker, TimelineKind::reply_write, row.service_end, row.reply_sent);
}

void add_on_thread(Spans& spans, const RequestRow& row) {
    constexpr LaneRole role = LaneRole::dispatcher;
    spans.add(role, TimelineKind::dispatch, row.dispatch, row.service_start);
    spans.add(role, TimelineKind::service, row.service_start, row.service_end);
    spans.add(role, TimelineKind::native, row.native_enter, row.native_exit);
    spans.add(role, TimelineKind::return_leg, row.service_end, row.received);
}

}  // namespace

bool has_worker(const RequestRow& row) {
    return row.worker_recv != not_taken || row.recv_enter != not_taken ||
           row.read_returned != not_taken || row.header != not_taken;
}

std::vector<RequestSpan> spans_of(const RequestRow& row) {
    Spans spans;
    add_client(spans, row);
    if (has_worker(row)) {
        add_with_worker(spans, row);
    } else {
        add_on_thread(spans, row);
    }
    return spans.take();
}

std::vector<RequestSpan> spans_of(const CallRow& row) {
    Spans spans;
    spans.add(LaneRole::caller, TimelineKind::call, row.start, row.end);
    spans.add(LaneRole::caller, TimelineKind::native, row.native_enter, row.native_exit);
    return spans.take();
}

}  // namespace stallscope::app
