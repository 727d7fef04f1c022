// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of the live page costs at 10^6 requests, and a PNG of twice the pixels of a noisy
// line: app_frames. Drawn offscreen unless told otherwise.
#include <QApplication>
#include <random>
#include <vector>

#include "../fixtures/line_chart.h"
#include "charts/chart.h"
#include "charts/themed_plot.h"
#include "core/run_session.h"
#include "frame_time.h"
#include "widgets/live_page.h"

namespace {

using namespace stallscope::app;

constexpr int requests = 1'000'000;
constexpr int visits = 40;

SamplesEvent samples(qint64 visit, int n, double from_s, double to_s, std::mt19937& random) {
    std::lognormal_distribution<float> wait_ms(-1, 1);
    SamplesEvent event;
    event.visit = visit;
    event.stream = QStringLiteral("gpu");
    for (int i = 0; i < n; ++i) {
        const float ms = wait_ms(random);
        event.at_s.push_back(from_s + (to_s - from_s) * i / n);
        event.return_ms.push_back(ms);
        event.service_ms.push_back(0.3F);
        event.occupancy_ms.push_back(ms + 0.35F);
        event.e2e_ms.push_back(ms + 0.4F);
    }
    return event;
}

/// Four cells, forty windows; the last one still runs.
void measure_into(RunSession& session, std::mt19937& random) {
    PlanEvent plan;
    plan.cycles = visits / 4;
    for (int i = 0; i < visits; ++i) {
        PlannedVisit visit;
        visit.index = i;
        visit.cell = QString(QChar('A' + i % 4));
        visit.condition = QStringLiteral("both");
        visit.window_s = 20;
        visit.planned_start_s = i * 24.0;
        visit.planned_s = 24;
        plan.visits.append(visit);
    }
    session.apply(plan);
    for (const PlannedVisit& planned : std::as_const(plan.visits)) {
        VisitStartedEvent start;
        start.visit = planned.index + 1;
        start.index = planned.index;
        start.cell = planned.cell;
        start.condition = planned.condition;
        session.apply(start);
        const bool runs = planned.index + 1 == visits;
        session.apply(samples(start.visit, requests / visits, 0, runs ? 10 : 20, random));
        if (runs) return;
        VisitFinishedEvent end;
        end.visit = start.visit;
        end.status = QStringLiteral("complete");
        session.apply(end);
    }
}

void time_charts(LivePage& page) {
    const QList<Chart*> charts = page.charts();
    for (Chart* chart : charts) {
        auto& plot = *chart->findChild<ThemedPlot*>();
        const auto draw = [&] { plot.replot(QCustomPlot::rpImmediateRefresh); };
        print(chart->objectName() + QStringLiteral(", drawn again"), median_ms(draw));
        const double low = chart->x_low();
        const double width = chart->x_high() - low;
        int step = 0;
        print(chart->objectName() + QStringLiteral(", panned"), median_ms([&] {
                  // A thousandth at a time: all of it stays in view.
                  chart->set_x_range(low, low + width * (1 + 0.001 * ++step));
                  draw();
              }));
        chart->set_follow(true);
    }
}

void time_growth(LivePage& page, RunSession& session, std::mt19937& random) {
    double at_s = 10;
    print(QStringLiteral("page, 50 new requests and all drawings"), median_ms([&] {
              session.apply(samples(visits, 50, at_s, at_s + 0.05, random));
              at_s += 0.05;
              page.refresh();
              QCoreApplication::processEvents();
          }));
}

void time_picture(std::mt19937& random) {
    std::normal_distribution<double> value(5, 2);
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < 100'000; ++i) points.emplace_back(i * 1e-3, value(random));
    LineChart chart;
    chart.resize(1280, 720);
    chart.show_points(points);
    const QString file = QStringLiteral("/dev/null");
    print(QStringLiteral("PNG of a noisy line of 10^5 points, 1x"),
          median_ms([&] { chart.image(1).save(file, "PNG"); }));
    print(QStringLiteral("PNG of a noisy line of 10^5 points, 2x"),
          median_ms([&] { chart.image(2).save(file, "PNG"); }));
}

}  // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::mt19937 random(1);
    RunSession session;
    measure_into(session, random);
    LivePage page;
    page.resize(1280, 740);
    page.set_session(&session);
    page.show();
    QCoreApplication::processEvents();
    time_charts(page);
    time_growth(page, session, random);
    time_picture(random);
    return 0;
}
