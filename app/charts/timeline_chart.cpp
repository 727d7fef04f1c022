// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_chart.h"

#include <QHelpEvent>
#include <QLocale>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "charts/plot_axes.h"
#include "charts/themed_plot.h"
#include "charts/timeline_item.h"
#include "charts/timeline_neighbours.h"
#include "charts/window_time_axis.h"
#include "core/figures.h"
#include "core/timeline_csv.h"

namespace stallscope::app {
namespace {

constexpr double near_px = 3;          ///< how far from a span a click may be
constexpr double shortest_s = 100e-9;  ///< stamps are nanoseconds: nothing to see below
constexpr int row_px = 36;             ///< a row is no lower than this
constexpr int highest_row_px = 84;     ///< and no higher: a few lanes leave room below

double seconds(std::int64_t ns) {
    return static_cast<double>(ns) / 1e9;
}

std::pair<std::int64_t, std::int64_t> ends_of(const std::vector<RequestSpan>& spans) {
    std::pair<std::int64_t, std::int64_t> ends{spans.front().start, spans.front().end};
    for (const RequestSpan& span : spans) {
        ends.first = std::min(ends.first, span.start);
        ends.second = std::max(ends.second, span.end);
    }
    return ends;
}

}  // namespace

TimelineChart::TimelineChart(QWidget* parent)
    : Chart(tr("Timeline"), XAxis::window_seconds, parent),
      m_item(new TimelineItem(&plot())),
      m_neighbours(new TimelineNeighbours(&plot())) {
    setObjectName(QStringLiteral("timeline_chart"));
    use_window_time(*plot().xAxis);
    plot().yAxis->setRangeReversed(true);
    plot().yAxis->setTickLength(0);
    plot().yAxis->setSubTicks(false);
    plot().yAxis->grid()->setVisible(false);
    set_y_fixed(true);
    plot().installEventFilter(this);
    connect(&plot(), &QCustomPlot::afterLayout, this, &TimelineChart::fit_rows);
    connect(this, &Chart::clicked, this, &TimelineChart::on_click);
    connect(this, &Chart::range_changed, this, [this](double low, double high) {
        const VisitNeighbour* into = m_neighbours->around(low, high);
        if (into) emit visit_wanted(into->visit, into->begin_s, true);
    });
    connect(plot().xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (range.size() < shortest_s)
                    plot().xAxis->setRange(range.center(), shortest_s, Qt::AlignCenter);
                renew_count();
            });
    apply_theme();
    show_timeline(nullptr);
}

void TimelineChart::show_timeline(std::shared_ptr<const Timeline> timeline) {
    m_item->timeline = std::move(timeline);
    m_neighbours->visits.clear();
    m_item->selection.reset();
    m_item->rows = m_item->timeline ? timeline_rows(*m_item->timeline) : TimelineRows();
    const bool is_empty = !m_item->timeline || m_item->timeline->lanes.empty();
    set_empty_text(!is_empty          ? QString()
                   : m_item->timeline ? tr("No request and no call was recorded in this visit.")
                   : m_why_empty.isEmpty() ? tr("No visit is shown.")
                                           : m_why_empty);
    label_rows();
    renew_keys();
    setMinimumHeight(is_empty ? 120
                              : 110 + static_cast<int>(std::ceil(m_item->rows.height * row_px)));
    set_follow(true);
    fit();
    renew_count();
    content_changed();
}

void TimelineChart::set_neighbours(std::vector<VisitNeighbour> visits) {
    m_neighbours->visits = std::move(visits);
    content_changed();
}

void TimelineChart::show_run() {
    if (!m_item->timeline) return;
    double first = seconds(m_item->timeline->first), last = seconds(m_item->timeline->last);
    for (const VisitNeighbour& visit : m_neighbours->visits) {
        first = std::min(first, visit.begin_s);
        last = std::max(last, visit.end_s);
    }
    const AxisRange whole = fitted(first, last, false, 0.01);
    set_x_range(whole.low, whole.high);
}

const std::shared_ptr<const Timeline>& TimelineChart::timeline() const {
    return m_item->timeline;
}

void TimelineChart::set_why_empty(const QString& text) {
    m_why_empty = text;
    if (!m_item->timeline) show_timeline(nullptr);
}

void TimelineChart::label_rows() {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const TimelineRow& row : m_item->rows.rows) {
        ticker->addTick(
            row.centre,
            row.lane >= 0 ? lane_title(*m_item->timeline,
                                       m_item->timeline->lanes[static_cast<std::size_t>(row.lane)])
                          : m_item->rows.bands[static_cast<std::size_t>(row.band)].title);
    }
    plot().yAxis->setTicker(ticker);
}

void TimelineChart::renew_keys() {
    QList<SeriesKey> keys;
    for (std::size_t kind = 0; m_item->timeline && kind < timeline_kind_count; ++kind) {
        const bool is_there =
            std::any_of(m_item->timeline->lanes.begin(), m_item->timeline->lanes.end(),
                        [kind](const TimelineLane& lane) { return !lane.spans[kind].empty(); });
        if (is_there)
            keys += timeline_key(static_cast<TimelineKind>(kind), m_item->styles[kind],
                                 plot().palette());
    }
    set_keys(keys);
}

void TimelineChart::renew_count() {
    if (!m_item->timeline) {
        set_count({});
        return;
    }
    std::size_t requests = 0, calls = 0;
    for (const TimelineStream& stream : m_item->timeline->streams) {
        requests += stream.rows->requests.size();
        calls += stream.rows->calls.size();
    }
    QStringList parts;
    if (m_item->shows_shares()) parts += tr("heights are shares of time");
    if (requests > 0) parts += tr("n = %L1 requests").arg(requests);
    if (calls > 0) parts += tr("%L1 calls").arg(calls);
    set_count(parts.join(QStringLiteral(" · ")));
}

void TimelineChart::select(std::optional<RequestRef> request) {
    if (request && !m_item->timeline) return;
    m_item->selection.reset();
    if (request) m_item->selection = selection_of(*m_item->timeline, *request);
    plot().replot_soon();
}

std::optional<RequestRef> TimelineChart::selected() const {
    if (!m_item->selection) return {};
    return m_item->selection->request;
}

void TimelineChart::zoom_to(const RequestRef& request, double around) {
    const std::vector<RequestSpan> spans = m_item->timeline->spans(request);
    if (spans.empty()) return;
    const auto [start, end] = ends_of(spans);
    const double room = std::max(seconds(end - start) * around, shortest_s);
    set_x_range(seconds(start) - room, seconds(end) + room);
    emit range_changed(x_low(), x_high());
}

void TimelineChart::bring_into_view(const RequestRef& request) {
    const std::vector<RequestSpan> spans = m_item->timeline->spans(request);
    if (spans.empty()) return;
    const auto [start, end] = ends_of(spans);
    if (seconds(start) >= x_low() && seconds(end) <= x_high()) return;
    const double length = std::max(length_s(), seconds(end - start) * 1.2);
    const double middle = (seconds(start) + seconds(end)) / 2;
    set_x_range(middle - length / 2, middle + length / 2);
    emit range_changed(x_low(), x_high());
}

std::optional<TimelineSpan> TimelineChart::span_under(double x, double y) const {
    const TimelineRow* row = m_item->timeline ? m_item->rows.at(y) : nullptr;
    if (!row || row->lane < 0) return {};
    const double tolerance = near_px * length_s() / std::max(1, plot().axisRect()->width());
    return span_at(m_item->timeline->lanes[static_cast<std::size_t>(row->lane)],
                   std::llround(x * 1e9), std::llround(tolerance * 1e9));
}

void TimelineChart::on_click(double x, double y) {
    if (const auto span = span_under(x, y)) {
        emit request_clicked(span->request);
    } else if (const VisitNeighbour* other = m_neighbours->at(x)) {
        emit visit_wanted(other->visit, other->begin_s, false);
    }
}

QString TimelineChart::text_at(const QPoint& at) const {
    if (!m_item->timeline) return {};
    const QPoint in_plot = plot().mapFrom(this, at);
    const double x = plot().xAxis->pixelToCoord(in_plot.x());
    if (const VisitNeighbour* other = m_neighbours->at(x))
        return tr("%1: click or zoom in to see its lanes").arg(other->title);
    const double y = plot().yAxis->pixelToCoord(in_plot.y());
    const TimelineRow* row = m_item->rows.at(y);
    if (!row || !plot().axisRect()->rect().contains(in_plot)) return {};
    if (row->band >= 0) {
        const TimelineBand& band = m_item->rows.bands[static_cast<std::size_t>(row->band)];
        const auto value = band.value_at(std::llround(x * 1e9));
        if (!value) return {};
        return QStringLiteral("%1: %2 %3")
            .arg(band.title, figure_text(*value), band.unit)
            .trimmed();
    }
    const auto span = span_under(x, y);
    if (!span) return {};
    const Timeline& timeline = *m_item->timeline;
    const TimelineLane& lane = timeline.lanes[static_cast<std::size_t>(row->lane)];
    const QString of = span->request.is_call ? tr("call %L1") : tr("request %L1");
    return QStringList{
        tr("%1: %2").arg(kind_title(span->kind),
                         ms_text(static_cast<double>(span->end - span->start) / 1e6)),
        tr("%1, %2").arg(lane_title(timeline, lane), of.arg(timeline.number(span->request))),
        tr("from %1 to %2")
            .arg(seconds_text(seconds(span->start)), seconds_text(seconds(span->end))),
        kind_definition(span->kind)}
        .join(QLatin1Char('\n'));
}

QPoint TimelineChart::place_of(int lane, std::int64_t at_ns) const {
    const TimelineRow* row = m_item->rows.of_lane(lane);
    if (!row) return {};
    return plot().mapTo(
        this, QPoint(qRound(plot().xAxis->coordToPixel(seconds(at_ns))),
                     // Above the middle: the lower half may hold an inner span.
                     qRound(plot().yAxis->coordToPixel(row->centre - row->half_height / 2))));
}

bool TimelineChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &plot() && event->type() == QEvent::ToolTip) {
        const auto& help = *static_cast<QHelpEvent*>(event);
        const QString text = text_at(mapFromGlobal(help.globalPos()));
        if (text.isEmpty()) {
            QToolTip::hideText();
        } else {
            QToolTip::showText(help.globalPos(), text, &plot());
        }
        return true;
    }
    return Chart::eventFilter(watched, event);
}

QString TimelineChart::x_text(double x) const {
    return window_time_text(x, length_s());
}

void TimelineChart::fit_axes() {
    fit_rows();
    const double first = m_item->timeline ? seconds(m_item->timeline->first) : 0;
    const double last = m_item->timeline ? seconds(m_item->timeline->last) : 1;
    set_range(*plot().xAxis, fitted(first, last, false, 0.01));
}

void TimelineChart::apply_theme() {
    m_item->styles = timeline_styles(plot().palette());
    renew_keys();
}

void TimelineChart::fit_rows() {
    const double room = static_cast<double>(plot().axisRect()->height()) / highest_row_px;
    plot().yAxis->setRange(0, std::max(m_item->rows.height, room));
}

QString TimelineChart::summary() const {
    if (!m_item->timeline || m_item->timeline->lanes.empty()) return {};
    const Timeline& timeline = *m_item->timeline;
    QStringList streams;
    for (const TimelineStream& stream : timeline.streams) {
        streams +=
            stream.rows->requests.empty()
                ? tr("%L1 calls of %2").arg(stream.rows->calls.size()).arg(stream.name)
                : tr("%L1 requests of %2").arg(stream.rows->requests.size()).arg(stream.name);
    }
    QString text = tr("Timeline of a window of %1 in %n lane(s): %2.", nullptr,
                      static_cast<int>(timeline.lanes.size()))
                       .arg(seconds_text(seconds(timeline.frame.window_ns)),
                            streams.join(QStringLiteral(", ")));
    if (!m_neighbours->visits.empty())
        text += tr(" %n other visit(s) of the run beside it.", nullptr,
                   static_cast<int>(m_neighbours->visits.size()));
    if (const auto request = selected()) {
        const QString of = request->is_call ? tr(" Call %L1 of %2 is selected.")
                                            : tr(" Request %L1 of %2 is selected.");
        text += of.arg(timeline.number(*request))
                    .arg(timeline.streams[static_cast<std::size_t>(request->stream)].name);
    }
    return text;
}

QByteArray TimelineChart::csv() const {
    if (!m_item->timeline) return {};
    return timeline_csv(*m_item->timeline, std::llround(x_low() * 1e9),
                        std::llround(x_high() * 1e9));
}

}  // namespace stallscope::app
