// SPDX-License-Identifier: Apache-2.0
#include "report/requests_csv.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "analysis/chosen_visits.h"
#include "record/arena.h"
#include "report/report.h"

namespace stallscope {
namespace {

struct Column {
    const char* title;
    std::int64_t RequestRow::*value;
};

constexpr std::array<Column, 26> columns = {{
    {"request", &RequestRow::request},
    {"lane", &RequestRow::lane},
    {"seed", &RequestRow::seed},
    {"arrival_ns", &RequestRow::arrival},
    {"submit_ns", &RequestRow::submit},
    {"queue_enter_ns", &RequestRow::queue_enter},
    {"dispatch_ns", &RequestRow::dispatch},
    {"sent_ns", &RequestRow::sent},
    {"worker_recv_ns", &RequestRow::worker_recv},
    {"service_start_ns", &RequestRow::service_start},
    {"native_enter_ns", &RequestRow::native_enter},
    {"device_start_ns", &RequestRow::device_start},
    {"device_end_ns", &RequestRow::device_end},
    {"device_error_ns", &RequestRow::device_error},
    {"native_exit_ns", &RequestRow::native_exit},
    {"service_end_ns", &RequestRow::service_end},
    {"reply_sent_ns", &RequestRow::reply_sent},
    {"recv_enter_ns", &RequestRow::recv_enter},
    {"read_returned_ns", &RequestRow::read_returned},
    {"header_ns", &RequestRow::header},
    {"body_ns", &RequestRow::body},
    {"decoded_ns", &RequestRow::decoded},
    {"received_ns", &RequestRow::received},
    {"response_ns", &RequestRow::response},
    {"cpu_ns", &RequestRow::cpu},
    {"reply_bytes", &RequestRow::reply_bytes},
}};

const char* answer_word(std::int64_t answer) {
    switch (static_cast<Answer>(answer)) {
        case Answer::unchecked:
            return "unchecked";
        case Answer::match:
            return "match";
        case Answer::mismatch:
            return "mismatch";
        case Answer::error:
            return "error";
    }
    return "unknown";
}

std::string head() {
    std::string line = "visit,cycle,half,cell,condition,stream,counted";
    for (const Column& column : columns) {
        line += ',';
        line += column.title;
    }
    return line + ",answer\r\n";
}

void append_row(std::string& out, const std::string& prefix, const RequestRow& row,
                std::int64_t window_ns) {
    const bool counted = row.arrival != not_taken && row.arrival >= 0 && row.arrival < window_ns;
    out += prefix;
    out += counted ? '1' : '0';
    for (const Column& column : columns) {
        const std::int64_t value = row.*column.value;
        out += ',';
        if (value != not_taken) {
            fmt::format_to(std::back_inserter(out), "{}", value);
        }
    }
    out += ',';
    out += answer_word(row.answer);
    out += "\r\n";
}

}  // namespace

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    return out + '"';
}

Result<void> each_piece_of_requests_csv(const RunReader& run,
                                        const std::function<Result<void>(std::string_view)>& take) {
    const auto visits = run.visits();
    if (!visits) {
        return tl::unexpected(visits.error());
    }
    if (auto taken = take(head()); !taken) {
        return taken;
    }
    for (const StoredVisit& stored : choose_visits(*visits).counted) {
        const VisitRow& visit = stored.visit;
        const auto streams = run.streams(visit.id);
        if (!streams) {
            return tl::unexpected(streams.error());
        }
        for (const std::string& stream : *streams) {
            const auto rows = run.requests(visit.id, stream);
            if (!rows) {
                return tl::unexpected(rows.error());
            }
            const std::string prefix =
                fmt::format("{},{},{},{},{},{},", visit.id, visit.cycle, visit.half,
                            csv_field(visit.cell), csv_field(visit.condition), csv_field(stream));
            std::string piece;
            for (const RequestRow& row : *rows) {
                append_row(piece, prefix, row, std::llround(visit.window_s * 1e9));
            }
            if (auto taken = take(piece); !taken) {
                return taken;
            }
        }
    }
    return {};
}

Result<std::string> requests_csv(const RunReader& run) {
    std::string text;
    const auto done = each_piece_of_requests_csv(run, [&](std::string_view piece) -> Result<void> {
        text += piece;
        return {};
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return text;
}

}  // namespace stallscope
