// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <memory>
#include <optional>

#include "charts/axis_range.h"

class QCPAxis;
class QCPAxisRect;
class QKeyEvent;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace stallscope::app {

class ThemedPlot;

/// Mouse, wheel and keys of a chart. Moves the axes under the pointer itself (keys: the first
/// ones) and tells what happened; what else follows from it is the chart's.
class ChartGestures final : public QObject {
    Q_OBJECT

public:
    /// Watches `plot` and `keys_from`, the widget that has the keyboard's focus.
    ChartGestures(ThemedPlot& plot, QWidget& keys_from);

    /// A vertical axis of names stays where it is.
    void set_y_fixed(bool fixed) { m_y_fixed = fixed; }

signals:
    void moved();  ///< the ranges were panned or zoomed
    void fit_wanted();
    void follow_wanted();
    void hovered(std::optional<double> x);  ///< empty: the pointer left the axes
    void marker_wanted(QChar name);         ///< 'A' or 'B', at the cursor
    void cleared();                         ///< cursor and markers
    void clicked(double x, double y);       ///< pressed and released in one place

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool on_wheel(QWheelEvent& event);
    bool on_press(QMouseEvent& event);
    bool on_move(QMouseEvent& event);
    bool on_release(QMouseEvent& event);
    bool on_key(const QKeyEvent& event);
    void zoom(QCPAxis& axis, double anchor, double factor);
    void pan(QCPAxis& axis, double share);
    void box_zoom(const QPoint& to);
    bool takes(const QKeyEvent& event) const;

    struct Press {
        QPoint at;
        QCPAxisRect* axes = nullptr;
        AxisRange x, y;
        bool boxes = false;
        bool dragged = false;
    };
    ThemedPlot& m_plot;
    QWidget& m_keys_from;
    std::optional<Press> m_press;
    QRubberBand* m_band = nullptr;  ///< the plot's
    bool m_y_fixed = false;
};

}  // namespace stallscope::app
