// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of the timeline costs, in milliseconds of CPU time, when a visit has so many spans:
// the whole visit, a hundredth, a ten-thousandth and a single request in view.
//
//   app_timeline_frames [SPANS]     (10⁶ without)
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "charts/timeline_chart.h"
#include "core/timeline.h"

namespace {

using namespace stallscope;
using namespace stallscope::app;

constexpr std::int64_t ms = 1'000'000;
constexpr std::size_t spans_of_a_pair = 17;  ///< of a request in a worker and one on a thread
constexpr int frames = 30;

double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// One after the other, each waiting until a call of the other stream has ended.
std::vector<TimelineStream> streams_of(std::size_t pairs) {
    StreamRows gpu, ane;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        RequestRow row;
        row.request = static_cast<std::int64_t>(i) + 1;
        row.lane = 0;
        row.arrival = row.submit = at;
        row.queue_enter = at + ms / 100;
        row.dispatch = at + ms / 10;
        row.sent = row.dispatch + ms / 5;
        row.recv_enter = row.sent + 1'000;
        row.worker_recv = row.service_start = row.sent + ms / 10;
        row.native_enter = row.service_start + ms / 10;
        row.native_exit = row.native_enter + 10 * ms;
        row.service_end = row.native_exit + ms / 10;
        row.reply_sent = row.service_end + ms / 10;
        row.read_returned = row.service_end + ms / 5;
        row.header = row.read_returned + (1 + static_cast<std::int64_t>(i % 9)) * ms;
        row.body = row.header + ms / 50;
        row.decoded = row.body + ms / 100;
        row.received = row.decoded + ms / 50;
        row.response = row.received + ms / 25;
        gpu.requests.push_back(row);
        RequestRow call;
        call.request = row.request;
        call.lane = 0;
        call.arrival = call.submit = call.queue_enter = row.submit;
        call.dispatch = row.submit + ms / 10;
        call.service_start = call.dispatch + 1'000;
        call.native_enter = call.service_start + ms / 100;
        call.native_exit = row.header - ms / 20;
        call.service_end = call.native_exit + ms / 100;
        call.received = call.service_end + ms / 50;
        call.response = call.received + ms / 50;
        ane.requests.push_back(call);
        at = row.response + ms / 20;
    }
    return {{QStringLiteral("ane"), std::make_shared<const StreamRows>(std::move(ane))},
            {QStringLiteral("gpu"), std::make_shared<const StreamRows>(std::move(gpu))}};
}

/// The median of some frames, each a little further on, so that nothing can be kept.
double frame_ms(TimelineChart& chart, double middle, double length) {
    std::vector<double> costs;
    for (int frame = 0; frame < frames; ++frame) {
        const double low = middle - length / 2 + length * frame / 1000;
        const double before = cpu_ms();
        chart.set_x_range(low, low + length);
        chart.grab();
        QCoreApplication::processEvents();
        costs.push_back(cpu_ms() - before);
    }
    std::nth_element(costs.begin(), costs.begin() + frames / 2, costs.end());
    return costs[frames / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    const std::size_t spans = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
    std::vector<TimelineStream> streams = streams_of(spans / spans_of_a_pair + 1);
    VisitFrame visit;
    visit.window_ns = streams[0].rows->requests.back().response;
    visit.parts = 10;
    const double built_from = cpu_ms();
    auto timeline = std::make_shared<const Timeline>(timeline_of(visit, std::move(streams)));
    std::printf("%zu spans in %zu lanes, built in %.0f ms\n", timeline->span_count(),
                timeline->lanes.size(), cpu_ms() - built_from);
    TimelineChart chart;
    chart.resize(1280, 800);
    chart.show_timeline(timeline);
    chart.show();
    QCoreApplication::processEvents();
    const double length = static_cast<double>(timeline->last) / 1e9;
    for (const auto& [name, share] :
         std::vector<std::pair<const char*, double>>{{"whole visit", 1},
                                                     {"a tenth", 0.1},
                                                     {"a hundredth", 0.01},
                                                     {"a thousandth", 0.001},
                                                     {"a few requests", 0.05 / length},
                                                     {"a few microseconds", 20e-6 / length}}) {
        std::printf("%-20s %6.2f ms a frame\n", name, frame_ms(chart, length / 2, length * share));
    }
    return 0;
}
