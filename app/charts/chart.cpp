// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart.h"

#include <QVBoxLayout>

#include "charts/themed_plot.h"

namespace stallscope::app {

struct Chart::State {
    QString title;
    XAxis x_axis = XAxis::other;
    ThemedPlot* plot = nullptr;
    bool follows = true;
    std::optional<double> cursor, a, b;
};

Chart::Chart(QString title, XAxis x_axis, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>()) {
    m_state->title = std::move(title);
    m_state->x_axis = x_axis;
    m_state->plot = new ThemedPlot(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_state->plot);
    connect(m_state->plot, &ThemedPlot::themed, this, [this] { apply_theme(); });
}

Chart::~Chart() = default;

const QString& Chart::title() const {
    return m_state->title;
}
void Chart::set_title(const QString& title) {
    m_state->title = title;
}
XAxis Chart::x_axis() const {
    return m_state->x_axis;
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
    if (m_state->follows == follow) return;
    m_state->follows = follow;
    if (follow) fit();
    emit follow_changed(follow);
}

double Chart::x_low() const {
    return plot().xAxis->range().lower;
}
double Chart::x_high() const {
    return plot().xAxis->range().upper;
}

void Chart::set_x_range(double low, double high) {
    set_follow(false);
    plot().xAxis->setRange(low, high);
    plot().replot_soon();
}

void Chart::set_cursor(std::optional<double> x) {
    m_state->cursor = x;
}
std::optional<double> Chart::cursor() const {
    return m_state->cursor;
}
void Chart::set_marker_a(std::optional<double> x) {
    m_state->a = x;
}
void Chart::set_marker_b(std::optional<double> x) {
    m_state->b = x;
}
std::optional<double> Chart::marker_a() const {
    return m_state->a;
}
std::optional<double> Chart::marker_b() const {
    return m_state->b;
}

QString Chart::values_at(double /*x*/) const {
    return {};
}

QImage Chart::image(double pixel_ratio, QSize size) const {
    if (size.isEmpty()) size = this->size();
    QImage image(size * pixel_ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixel_ratio);
    return image;
}

ThemedPlot& Chart::plot() {
    return *m_state->plot;
}
const ThemedPlot& Chart::plot() const {
    return *m_state->plot;
}

void Chart::content_changed() {
    if (m_state->follows) fit_axes();
    plot().setAccessibleDescription(summary());
    plot().replot_soon();
}

}  // namespace stallscope::app
