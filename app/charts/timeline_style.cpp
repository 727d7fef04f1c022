// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_style.h"

#include "charts/bar_fill.h"
#include "charts/series_style.h"

namespace stallscope::app {
namespace {

QColor mixed(const QColor& a, const QColor& b, double share_of_b) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share_of_b),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share_of_b),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share_of_b));
}

struct Look {
    SpanKind colour;
    double towards_paper;  ///< 0: the colour itself
    Qt::BrushStyle hatch;
};

Look look_of(TimelineKind kind) {
    switch (kind) {
        case TimelineKind::queued:
            return {SpanKind::call, 0.45, Qt::Dense6Pattern};
        case TimelineKind::request:
            return {SpanKind::call, 0.75, Qt::NoBrush};
        case TimelineKind::dispatch:
            return {SpanKind::dispatch, 0, Qt::NoBrush};
        case TimelineKind::forward:
            return {SpanKind::service, 0.82, Qt::NoBrush};
        case TimelineKind::not_reading:
            return {SpanKind::dispatch, 0.1, Qt::BDiagPattern};
        case TimelineKind::transit:
            return {SpanKind::wait_read, 0, Qt::HorPattern};
        case TimelineKind::lock_wait:
            return {SpanKind::wait_lock, 0, Qt::FDiagPattern};
        case TimelineKind::body:
            return {SpanKind::wait_resolve, 0, Qt::FDiagPattern};
        case TimelineKind::decode:
            return {SpanKind::wait_resolve, 0.35, Qt::VerPattern};
        case TimelineKind::resolve:
            return {SpanKind::wait_resolve, 0, Qt::NoBrush};
        case TimelineKind::return_leg:
            return {SpanKind::return_leg, 0.25, Qt::CrossPattern};
        case TimelineKind::service:
            return {SpanKind::service, 0, Qt::NoBrush};
        case TimelineKind::reply_write:
            return {SpanKind::dispatch, 0.2, Qt::HorPattern};
        case TimelineKind::call:
            return {SpanKind::call, 0.45, Qt::NoBrush};
        case TimelineKind::native:
            break;
    }
    return {SpanKind::call, 0, Qt::BDiagPattern};
}

}  // namespace

std::array<TimelineStyle, timeline_kind_count> timeline_styles(const QPalette& palette) {
    const QColor paper = palette.color(QPalette::Base);
    std::array<TimelineStyle, timeline_kind_count> styles;
    for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
        const Look look = look_of(static_cast<TimelineKind>(kind));
        TimelineStyle& style = styles[kind];
        style.fill = mixed(span_colour(look.colour, palette), paper, look.towards_paper);
        style.ink = ink_on(style.fill);
        if (look.hatch != Qt::NoBrush)
            style.hatch = QBrush(mixed(style.fill, style.ink, 0.35), look.hatch);
    }
    return styles;
}

SeriesKey timeline_key(TimelineKind kind, const TimelineStyle& style, const QPalette& palette) {
    SeriesKey key;
    key.name = kind_title(kind);
    key.pen = QPen(mixed(style.fill, palette.color(QPalette::Text), 0.35), 1);
    const bool is_plain = style.hatch.style() == Qt::NoBrush;
    key.brush = QBrush(style.fill, is_plain ? Qt::SolidPattern : style.hatch.style());
    return key;
}

}  // namespace stallscope::app
