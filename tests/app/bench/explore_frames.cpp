// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of the explore and compare pages' charts costs at 10^6 requests (or
// readings) in view: app_explore_frames. Drawn offscreen unless told otherwise.
#include <QApplication>
#include <random>

#include "charts/distribution_chart.h"
#include "charts/reply_path_chart.h"
#include "charts/resources_chart.h"
#include "charts/themed_plot.h"
#include "charts/wait_density_chart.h"
#include "frame_time.h"

namespace {

using namespace stallscope::app;

constexpr int points = 1'000'000;

std::shared_ptr<LegColumn> column(int n, std::mt19937& random) {
    std::lognormal_distribution<float> ms(-1, 1);
    auto made = std::make_shared<LegColumn>();
    for (int i = 0; i < n; ++i) made->sorted_ms.push_back(ms(random));
    std::sort(made->sorted_ms.begin(), made->sorted_ms.end());
    made->requests = n;
    made->visits_read = made->visits = 1;
    return made;
}

void time_chart(const QString& name, Chart& chart, const std::function<void()>& fill) {
    chart.resize(1280, 640);
    fill();
    chart.show();
    QCoreApplication::processEvents();
    auto& plot = *chart.findChild<ThemedPlot*>();
    const auto draw = [&] { plot.replot(QCustomPlot::rpImmediateRefresh); };
    print(name + QStringLiteral(", drawn again"), median_ms(draw));
    const double low = chart.x_low(), width = chart.x_high() - low;
    int step = 0;
    print(name + QStringLiteral(", panned"), median_ms([&] {
              // A thousandth at a time: all of it stays in view.
              chart.set_x_range(low, low + width * (1 + 0.001 * ++step));
              draw();
          }));
    print(name + QStringLiteral(", filled anew"), median_ms([&] {
              fill();
              draw();
          }));
}

void time_distributions(std::mt19937& random) {
    const auto lines_of = [&](int n) {
        std::vector<DistributionLine> lines;
        for (int i = 0; i < n; ++i) {
            lines.push_back({QString(QChar('A' + i)), i, column(points / n, random)});
        }
        return lines;
    };
    const auto time = [](const QString& name, DistributionView view,
                         const std::vector<DistributionLine>& lines) {
        DistributionChart chart;
        chart.set_view(view);
        time_chart(name, chart, [&] {
            chart.show_lines(QStringLiteral("Return leg"), QStringLiteral("Return leg"), lines);
        });
    };
    const auto cells = lines_of(4), runs = lines_of(2);
    time(QStringLiteral("explore, histogram of 4 cells"), DistributionView::histogram, cells);
    time(QStringLiteral("explore, ECDF of 4 cells"), DistributionView::cumulative, cells);
    time(QStringLiteral("compare, ECDF of 2 runs"), DistributionView::cumulative, runs);
}

void time_waits(std::mt19937& random) {
    std::uniform_real_distribution<float> left(0, 10);
    std::normal_distribution<float> noise(0, 0.3F);
    auto waits = std::make_shared<WaitColumns>();
    for (int i = 0; i < points; ++i) {
        const float ms = left(random);
        waits->left_ms.push_back(ms);
        waits->wait_ms.push_back(std::abs(ms + noise(random)));
    }
    waits->most_left_ms = waits->most_waits_ms = 10;
    waits->stamped = points;
    waits->r = 0.99;
    waits->visits_read = waits->visits = 1;
    WaitDensityChart chart;
    time_chart(QStringLiteral("explore, wait against time left"), chart, [&] {
        chart.show_waits(QStringLiteral("Waits"), QStringLiteral("ane"), QStringLiteral("header"),
                         waits);
        chart.set_extent(10, 10);
    });
}

void time_resources(std::mt19937& random) {
    std::uniform_real_distribution<double> use(0, 2);
    auto readings = std::make_shared<Resources>();
    ResourceQuantity cpu{
        QStringLiteral("cpu"), QStringLiteral("CPU use"), QStringLiteral("cores"), {}};
    for (int line = 0; line < 4; ++line) {
        ResourceLine one{QString(QChar('a' + line)), {}, {}};
        for (int i = 0; i < points / 4; ++i) {
            one.at_s.push_back(i * 0.02);
            one.value.push_back(use(random));
        }
        cpu.lines.push_back(std::move(one));
    }
    readings->quantities = {cpu};
    for (int i = 0; i < 200; ++i) {
        readings->windows.push_back(
            {i + 1, QString(QChar('A' + i % 4)), QStringLiteral("both"), i * 25.0, i * 25.0 + 20});
    }
    readings->visits_read = readings->visits = 200;
    ResourcesChart chart;
    time_chart(QStringLiteral("explore, resources"), chart, [&] {
        chart.show_resources(readings, QStringLiteral("cpu"), {"A", "B", "C", "D"});
    });
}

void time_reply_path() {
    std::vector<ReplyPathCell> cells;
    for (int i = 0; i < 6; ++i) {
        ReplyPathCell cell{QString(QChar('A' + i)), i, points / 6, {}};
        for (int step = 0; step < 9; ++step) {
            cell.steps.push_back({QString::number(step), points / 6, 0.1 + step, 0.2 + step, 1.0});
        }
        cells.push_back(std::move(cell));
    }
    ReplyPathChart chart;
    time_chart(QStringLiteral("explore, reply path of 6 cells"), chart,
               [&] { chart.show_cells(QStringLiteral("The reply's path"), cells); });
}

}  // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::mt19937 random(1);
    time_distributions(random);
    time_waits(random);
    time_resources(random);
    time_reply_path();
    return 0;
}
