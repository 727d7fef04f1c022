// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/colour_scale.h"

#include <array>

#include "charts/series_style.h"

namespace stallscope::app {
namespace {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int from, int to) {
        return static_cast<int>(from + share * (to - from) + 0.5);
    };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

}  // namespace

QCPColorGradient one_way_gradient(const QPalette& palette, double reach) {
    const std::array<QColor, 3> light{QColor(0xb5, 0xd9, 0xef), QColor(0x00, 0x72, 0xb2),
                                      QColor(0x1b, 0x0f, 0x3a)};
    const std::array<QColor, 3> dark{QColor(0x1d, 0x4a, 0x69), QColor(0x56, 0xb4, 0xe9),
                                     QColor(0xff, 0xf3, 0xb0)};
    const auto& stops = is_dark(palette) ? dark : light;
    const auto colour = [&](double at) {
        return at < 0.5 ? mixed(stops[0], stops[1], at * 2) : mixed(stops[1], stops[2], at * 2 - 1);
    };
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (const double at : {0.0, 0.25, 0.5, 0.75, 1.0})
        gradient.setColorStopAt(at, colour(at * reach));
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

void copy_colours(const QCPAxis& from, QCPAxis& to) {
    to.setBasePen(from.basePen());
    to.setTickPen(from.tickPen());
    to.setSubTickPen(from.subTickPen());
    to.setLabelColor(from.labelColor());
    to.setTickLabelColor(from.tickLabelColor());
}

}  // namespace stallscope::app
