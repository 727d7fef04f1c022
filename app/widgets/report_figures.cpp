// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <memory>

#include "charts/criteria_forest.h"
#include "charts/leg_ecdf_chart.h"
#include "charts/reply_path_chart.h"
#include "charts/stacked_legs_chart.h"
#include "charts/throughput_chart.h"
#include "charts/wait_density_chart.h"
#include "core/measured_places.h"
#include "core/reply_path.h"
#include "core/run_tally.h"
#include "record/run_file.h"
#include "widgets/chart_figure.h"

namespace stallscope::app {
namespace {

constexpr std::size_t most_distributions = 6;
constexpr std::size_t most_of_a_kind = 3;  // of other charts, the busiest condition first
constexpr std::size_t most_densities = 4;

QString tr(const char* text) {
    return QCoreApplication::translate("Report", text);
}

/// A stream in a condition: what one chart shows of all cells.
struct Choice {
    QString stream, condition;
    bool operator==(const Choice&) const = default;
};

/// Streams whose replies wait, each in every condition it runs in, the busiest condition first.
std::vector<Choice> choices_of(const MeasuredPlaces& places) {
    std::vector<Choice> choices;
    for (const MeasuredPlace& place : places.all()) {
        const Choice choice{place.place.stream, place.place.condition};
        const bool is_known = std::find(choices.begin(), choices.end(), choice) != choices.end();
        if (!place.loop && place.measured && !is_known) choices.push_back(choice);
    }
    std::stable_partition(choices.begin(), choices.end(), [&](const Choice& choice) {
        return choice.condition == places.busiest_condition();
    });
    return choices;
}

class Drawing {
public:
    Drawing(const RunData& data, const RunResults& results, const RunReader& run,
            const MeasuredPlaces& places)
        : m_data(data),
          m_results(results),
          m_run(run),
          m_places(places),
          m_choices(choices_of(places)) {
        m_tally.update(data);
    }

    void criteria() {
        const auto count = static_cast<int>(m_data.criteria().size());
        if (count == 0) return;
        CriteriaForest forest;
        forest.show_criteria(m_data.criteria());
        add(forest, QStringLiteral("criteria"), std::clamp(110 + 34 * count, 220, 760));
    }

    void return_legs() {
        for (const Choice& choice : first(most_distributions)) {
            LegEcdfChart chart;
            chart.show_run(m_data, live(choice));
            add(chart, QStringLiteral("return-leg"), 340);
        }
    }

    void mean_legs() {
        for (const Choice& choice : first(most_of_a_kind)) {
            StackedLegsChart chart;
            chart.show_run(m_data, m_tally, live(choice));
            add(chart, QStringLiteral("legs"), 300);
        }
    }

    void throughput() {
        for (const Choice& choice : first(most_of_a_kind)) {
            ThroughputChart chart;
            chart.show_run(m_data, m_tally, live(choice));
            add(chart, QStringLiteral("throughput"), 300);
        }
    }

    /// Of streams whose replies are read from a connection in the busiest condition.
    void reply_paths() {
        for (const Choice& choice : first(most_of_a_kind)) {
            if (choice.condition != m_places.busiest_condition()) continue;
            std::vector<ReplyPathCell> cells;
            for (const Row& row : m_results.rows) {
                const auto* place = m_places.find(
                    {QString::fromStdString(row.cell), choice.condition, choice.stream});
                if (place == nullptr || place->on_thread ||
                    row.condition != choice.condition.toStdString() ||
                    row.stream != choice.stream.toStdString()) {
                    continue;
                }
                cells.push_back({place->place.cell, colour_of(place->place.cell), row.figures.n,
                                 reply_path_of(row.figures)});
            }
            if (cells.empty()) continue;
            const int height = 90 + 6 * (10 + 14 * static_cast<int>(cells.size()));
            ReplyPathChart chart;
            chart.show_cells(tr("The reply's path of %1, %2").arg(choice.stream, choice.condition),
                             std::move(cells));
            add(chart, QStringLiteral("reply-path"), std::min(height, 760));
        }
    }

    /// One chart per cell, all with the same axes.
    Result<void> waits() {
        std::vector<std::unique_ptr<WaitDensityChart>> charts;
        double left_ms = 0, wait_ms = 0;
        for (const MeasuredPlace* place : places_with_waits()) {
            auto chart = std::make_unique<WaitDensityChart>();
            if (auto drawn = draw_waits(*place, *chart); !drawn) return drawn;
            left_ms = std::max(left_ms, chart->wanted_left_ms());
            wait_ms = std::max(wait_ms, chart->wanted_wait_ms());
            if (chart->wanted_wait_ms() > 0) charts.push_back(std::move(chart));
        }
        for (const auto& chart : charts) {
            chart->set_extent(left_ms, wait_ms);
            add(*chart, QStringLiteral("wait"), 380);
        }
        return {};
    }

    QVector<ReportFigure> take() { return std::move(m_figures); }

private:
    void add(Chart& chart, const QString& kind, int height) {
        const QString id = kind + u'-' + QString::number(m_figures.size() + 1);
        if (!chart.summary().isEmpty()) m_figures.push_back(chart_figure(chart, id, height));
    }

    static LiveChoice live(const Choice& choice) {
        return {choice.stream, choice.condition, LegMetric::return_leg};
    }

    std::vector<Choice> first(std::size_t most) const {
        const auto count = static_cast<std::ptrdiff_t>(std::min(most, m_choices.size()));
        return {m_choices.begin(), m_choices.begin() + count};
    }

    /// As in the charts that take the run's data: a cell has one colour in all of the report.
    int colour_of(const QString& cell) const {
        return static_cast<int>(m_data.cells().indexOf(cell));
    }

    /// The cells of the first stream whose replies are read from a connection beside another one.
    std::vector<const MeasuredPlace*> places_with_waits() const {
        std::vector<const MeasuredPlace*> found;
        for (const MeasuredPlace& place : m_places.all()) {
            const bool has_waits = !place.loop && place.measured && !place.on_thread &&
                                   !place.suspects.isEmpty() &&
                                   place.place.condition == m_places.busiest_condition();
            const bool is_same = found.empty() || found.front()->place.stream == place.place.stream;
            if (has_waits && is_same && found.size() < most_densities) found.push_back(&place);
        }
        return found;
    }

    Result<void> draw_waits(const MeasuredPlace& place, WaitDensityChart& chart) const {
        const QString suspect = place.suspects.front();
        const auto* other = m_places.find({place.place.cell, place.place.condition, suspect});
        auto columns = std::make_shared<WaitColumns>();
        const auto read = read_waits(m_run, place, suspect, other != nullptr && other->loop,
                                     [&](const WaitColumns& so_far) {
                                         if (so_far.complete()) *columns = so_far;
                                         return true;
                                     });
        if (!read) return read;
        chart.show_waits(
            tr("Wait of %1 beside %2, cell %3, %4")
                .arg(place.place.stream, suspect, place.place.cell, place.place.condition),
            suspect, QStringLiteral("header"), columns);
        return {};
    }

    const RunData& m_data;
    const RunResults& m_results;
    const RunReader& m_run;
    const MeasuredPlaces& m_places;
    std::vector<Choice> m_choices;
    RunTally m_tally;
    QVector<ReportFigure> m_figures;
};

}  // namespace

Result<QVector<ReportFigure>> report_figures(const RunData& data, const RunResults& results,
                                             const RunReader& run) {
    const auto visits = run.visits();
    if (!visits) return tl::unexpected(visits.error());
    const auto places = MeasuredPlaces::of(run, *visits);
    if (!places) return tl::unexpected(places.error());
    Drawing drawing(data, results, run, *places);
    drawing.criteria();
    drawing.return_legs();
    drawing.mean_legs();
    drawing.reply_paths();
    if (auto drawn = drawing.waits(); !drawn) return tl::unexpected(drawn.error());
    drawing.throughput();
    return drawing.take();
}

}  // namespace stallscope::app
