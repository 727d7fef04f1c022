// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series_style.h"

#include <array>

namespace stallscope::app {
namespace {

// Okabe and Ito, "Color Universal Design", 2008, without black and yellow: black is ink, yellow
// cannot be seen on white.
constexpr std::array<QRgb, 7> series = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                        0xff56b4e9, 0xffe69f00, 0xff7f7f7f};

const std::array<Qt::PenStyle, 4> dashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine,
                                            Qt::DashDotLine};

QColor on_paper(QRgb colour, const QPalette& palette) {
    const QColor plain(colour);
    return is_dark(palette) ? plain.lighter(135) : plain;
}

}  // namespace

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::Base).lightnessF() < 0.5;
}

QColor series_colour(int n, const QPalette& palette) {
    return on_paper(series[static_cast<std::size_t>(n) % series.size()], palette);
}

QPen series_pen(int n, const QPalette& palette, double width) {
    QPen pen(series_colour(n, palette), width);
    pen.setStyle(dashes[static_cast<std::size_t>(n) % dashes.size()]);
    pen.setCosmetic(true);
    return pen;
}

QColor span_colour(SpanKind kind, const QPalette& palette) {
    switch (kind) {
        case SpanKind::dispatch:
            return on_paper(0xffe69f00, palette);
        case SpanKind::service:
            return on_paper(0xff0072b2, palette);
        case SpanKind::return_leg:
            return on_paper(0xffd55e00, palette);
        case SpanKind::call:
            return on_paper(0xff7f7f7f, palette);
        case SpanKind::wait_read:
            return on_paper(0xff56b4e9, palette);
        case SpanKind::wait_lock:
            return on_paper(0xffd55e00, palette);
        case SpanKind::wait_resolve:
            return on_paper(0xffcc79a7, palette);
    }
    return {};
}

QColor status_colour(const QString& status, const QPalette& palette) {
    if (status == QLatin1String("met")) return on_paper(0xff009e73, palette);
    if (status == QLatin1String("not_met")) return on_paper(0xffd55e00, palette);
    if (status == QLatin1String("invalid")) return on_paper(0xffcc79a7, palette);
    return on_paper(0xff7f7f7f, palette);
}

}  // namespace stallscope::app
