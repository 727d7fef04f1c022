// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart.h"

#include <QHelpEvent>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "charts/axis_ticks.h"
#include "charts/chart_gestures.h"
#include "charts/chart_header.h"
#include "charts/chart_markers.h"
#include "charts/chart_menu.h"
#include "charts/chart_state.h"
#include "charts/empty_text.h"
#include "charts/plot_axes.h"
#include "charts/themed_plot.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

// Screen readers need not hear of every frame, and a summary may cost as much as a drawing.
constexpr int summary_every_ms = 500;

}  // namespace

Chart::Chart(QString title, XAxis x_axis, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>()) {
    m_state->x_axis = x_axis;
    m_state->plot = new ThemedPlot(this);
    m_state->plot->setPlottingHint(QCP::phFastPolylines);
    m_state->plot->setFocusPolicy(Qt::NoFocus);
    use_plain_ticks(*m_state->plot->xAxis);
    use_plain_ticks(*m_state->plot->yAxis);
    m_state->plot->plotLayout()->insertRow(0);
    m_state->plot->plotLayout()->setRowSpacing(0);
    m_state->header = new ChartHeader(m_state->plot);
    m_state->plot->plotLayout()->addElement(0, 0, m_state->header);
    m_state->empty_text = new EmptyText(m_state->plot);
    m_state->markers = new ChartMarkers(m_state->plot);
    m_state->markers->read_out = [this] { return read_out_text(); };

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_state->plot);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);

    m_state->summary_timer = new QTimer(this);
    m_state->summary_timer->setSingleShot(true);
    connect(m_state->summary_timer, &QTimer::timeout, this, &Chart::renew_summary);
    make_gestures();
    make_follow_button();
    add_chart_menu(*this);
    set_title(title);
    apply_colours();
    connect(m_state->plot, &ThemedPlot::themed, this, [this] {
        apply_colours();
        apply_theme();
    });
}

// The plot's parts call back into this object, and a plot that goes is left by the pointer.
Chart::~Chart() {
    delete m_state->gestures;
    delete m_state->plot;
}

void Chart::make_gestures() {
    auto* gestures = new ChartGestures(*m_state->plot, *this);
    m_state->gestures = gestures;
    connect(gestures, &ChartGestures::moved, this, [this] {
        leave_follow();
        plot().replot_soon();
        emit range_changed(x_low(), x_high());
    });
    connect(gestures, &ChartGestures::fit_wanted, this, [this] {
        // A chart that follows is fitted already: the others go on following, too.
        const bool followed = follows();
        fit();
        if (!followed) emit range_changed(x_low(), x_high());
    });
    connect(gestures, &ChartGestures::follow_wanted, this, [this] { set_follow(true); });
    connect(gestures, &ChartGestures::hovered, this, [this](std::optional<double> x) {
        if (x == cursor()) return;
        set_cursor(x);
        emit cursor_moved(x);
    });
    connect(gestures, &ChartGestures::marker_wanted, this, [this](QChar name) {
        const double x = cursor().value_or(value_at(range_of(*plot().xAxis), 0.5));
        name == QLatin1Char('A') ? set_marker_a(x) : set_marker_b(x);
        emit markers_changed();
    });
    connect(gestures, &ChartGestures::cleared, this, [this] {
        set_cursor({});
        set_marker_a({});
        set_marker_b({});
        emit cursor_moved({});
        emit markers_changed();
    });
    connect(gestures, &ChartGestures::clicked, this, &Chart::clicked);
}

void Chart::make_follow_button() {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("follow_button"));
    button->setText(tr("Follow"));
    button->setToolTip(tr("Show everything and move with new values (End)"));
    button->setFocusPolicy(Qt::NoFocus);
    button->setCursor(Qt::ArrowCursor);
    button->hide();
    m_state->follow_button = button;
    connect(button, &QToolButton::clicked, this, [this] { set_follow(true); });
    connect(m_state->plot, &QCustomPlot::afterLayout, this, [this, button] {
        const QRect frame = plot().axisRect()->rect();
        const QSize size = button->sizeHint();
        button->setGeometry(frame.right() - size.width() - 4, frame.bottom() - size.height() - 4,
                            size.width(), size.height());
    });
}

const QString& Chart::title() const {
    return m_state->title;
}

void Chart::set_title(const QString& title) {
    m_state->title = title;
    m_state->header->title = title;
    setAccessibleName(title);
    plot().replot_soon();
}

XAxis Chart::x_axis() const {
    return m_state->x_axis;
}

void Chart::set_definition(const QString& definition) {
    setToolTip(definition);
}

bool Chart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const QPoint at = static_cast<QHelpEvent*>(event)->pos() - plot().pos();
        const QCPAxisRect* axes = plot().axisRectAt(at);
        if (axes && axes->visible() && axes->rect().contains(at)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::event(event);
}

void Chart::set_count(const QString& count) {
    m_state->header->count = count;
}

void Chart::set_keys(const QList<SeriesKey>& keys) {
    m_state->header->keys = keys;
}

void Chart::set_empty_text(const QString& text) {
    m_state->empty_text->text = text;
    const QList<QCPAxisRect*> all = plot().axisRects();
    for (QCPAxisRect* axes : all) axes->setVisible(text.isEmpty());
}

void Chart::set_y_fixed(bool fixed) {
    m_state->gestures->set_y_fixed(fixed);
}

void Chart::fit() {
    fit_axes();
    plot().replot_soon();
}

void Chart::fit_axes() {
    plot().rescaleAxes();
}

bool Chart::follows() const {
    return m_state->follows;
}

void Chart::set_follow(bool follow) {
    if (follow) fit();
    if (m_state->follows == follow) return;
    m_state->follows = follow;
    m_state->follow_button->setVisible(!follow);
    emit follow_changed(follow);
}

void Chart::leave_follow() {
    set_follow(false);
}

double Chart::x_low() const {
    return plot().xAxis->range().lower;
}
double Chart::x_high() const {
    return plot().xAxis->range().upper;
}

void Chart::set_x_range(double low, double high) {
    leave_follow();
    set_range(*plot().xAxis, {low, high, range_of(*plot().xAxis).log});
    plot().replot_soon();
}

void Chart::set_cursor(std::optional<double> x) {
    if (m_state->markers->cursor == x) return;
    m_state->markers->cursor = x;
    m_state->markers->draw_soon();
}
std::optional<double> Chart::cursor() const {
    return m_state->markers->cursor;
}
void Chart::set_marker_a(std::optional<double> x) {
    m_state->markers->a = x;
    m_state->markers->draw_soon();
}
void Chart::set_marker_b(std::optional<double> x) {
    m_state->markers->b = x;
    m_state->markers->draw_soon();
}
std::optional<double> Chart::marker_a() const {
    return m_state->markers->a;
}
std::optional<double> Chart::marker_b() const {
    return m_state->markers->b;
}

QString Chart::values_at(double /*x*/) const {
    return {};
}

QString Chart::x_text(double x) const {
    switch (m_state->x_axis) {
        case XAxis::run_seconds:
        case XAxis::window_seconds:
            return seconds_text(x);
        case XAxis::milliseconds:
            return ms_text(x);
        case XAxis::other:
            break;
    }
    return figure_text(x);
}

QString Chart::read_out_text() const {
    const ChartMarkers& markers = *m_state->markers;
    QStringList lines;
    const auto add = [&](const QString& name, double x) {
        lines += name.isEmpty() ? x_text(x) : tr("marker %1 at %2").arg(name, x_text(x));
        QString values = values_at(x);
        // Cells may be called A and B as well: what belongs to a place stands under it.
        if (!values.isEmpty()) {
            lines +=
                QStringLiteral("  ") + values.replace(QLatin1Char('\n'), QStringLiteral("\n  "));
        }
    };
    if (markers.cursor && markers.shows_cursor) add({}, *markers.cursor);
    if (markers.a) add(QStringLiteral("A"), *markers.a);
    if (markers.b) add(QStringLiteral("B"), *markers.b);
    if (markers.a && markers.b) {
        lines += tr("from A to B %1").arg(x_text(*markers.b - *markers.a));
    }
    return lines.join(QLatin1Char('\n'));
}

ThemedPlot& Chart::plot() {
    return *m_state->plot;
}
const ThemedPlot& Chart::plot() const {
    return *m_state->plot;
}

void Chart::apply_colours() {
    m_state->header->ink = plot().palette().color(QPalette::Text);
    m_state->empty_text->ink = plot().palette().color(QPalette::PlaceholderText);
}

void Chart::content_changed() {
    if (m_state->follows) fit_axes();
    plot().replot_soon();
    if (m_state->summary_timer->isActive()) return;
    if (!m_state->since_summary.isValid() || m_state->since_summary.hasExpired(summary_every_ms)) {
        renew_summary();
    } else {
        m_state->summary_timer->start(summary_every_ms);
    }
}

void Chart::renew_summary() {
    setAccessibleDescription(summary());
    m_state->since_summary.start();
}

}  // namespace stallscope::app
