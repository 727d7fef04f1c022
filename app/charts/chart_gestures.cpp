// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_gestures.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>
#include <cmath>

#include "charts/plot_axes.h"
#include "charts/themed_plot.h"

namespace stallscope::app {
namespace {

constexpr double per_notch = 0.8;   ///< what one notch of the wheel leaves of the range
constexpr double per_key = 0.7;     ///< the same for + and −
constexpr double arrow_step = 0.1;  ///< of the range

QCPAxis& x_of(const QCPAxisRect& axes) {
    return *axes.axis(QCPAxis::atBottom);
}
QCPAxis& y_of(const QCPAxisRect& axes) {
    return *axes.axis(QCPAxis::atLeft);
}

/// To the right and upwards count as more, whichever way the axis runs.
double direction(const QCPAxis& axis) {
    return axis.rangeReversed() ? -1 : 1;
}

QPoint place_of(const QMouseEvent& event) {
    return event.position().toPoint();
}

}  // namespace

ChartGestures::ChartGestures(ThemedPlot& plot, QWidget& keys_from)
    : QObject(&plot), m_plot(plot), m_keys_from(keys_from) {
    m_plot.setMouseTracking(true);
    m_plot.installEventFilter(this);
    m_keys_from.installEventFilter(this);
}

bool ChartGestures::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_keys_from) {
        if (event->type() == QEvent::KeyPress) return on_key(*static_cast<QKeyEvent*>(event));
        // Before a shortcut of the window takes a key that means something here.
        if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
            event->accept();
            return true;
        }
    }
    if (watched != &m_plot) return false;
    switch (event->type()) {
        case QEvent::Wheel:
            return on_wheel(*static_cast<QWheelEvent*>(event));
        case QEvent::MouseButtonPress:
            return on_press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove:
            return on_move(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease:
            return on_release(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonDblClick:
            m_press.reset();
            emit fit_wanted();
            return true;
        case QEvent::Leave:
            emit hovered({});
            return false;
        default:
            return false;
    }
}

bool ChartGestures::on_wheel(QWheelEvent& event) {
    QCPAxisRect* axes = m_plot.axisRectAt(event.position());
    if (!axes || !axes->visible()) return false;
    const QPoint turned = event.angleDelta();
    if (turned.y() != 0) {
        const double factor = std::pow(per_notch, turned.y() / 120.0);
        if (event.modifiers() & Qt::ControlModifier) {
            if (m_y_fixed) return true;
            zoom(y_of(*axes), y_of(*axes).pixelToCoord(event.position().y()), factor);
        } else {
            zoom(x_of(*axes), x_of(*axes).pixelToCoord(event.position().x()), factor);
        }
    } else if (turned.x() != 0) {
        pan(x_of(*axes), -arrow_step * turned.x() / 120.0 * direction(x_of(*axes)));
    }
    event.accept();
    return true;
}

bool ChartGestures::on_press(QMouseEvent& event) {
    m_keys_from.setFocus(Qt::MouseFocusReason);
    if (event.button() != Qt::LeftButton) return false;
    QCPAxisRect* axes = m_plot.axisRectAt(event.position());
    if (!axes || !axes->visible()) return false;
    m_press = Press{place_of(event),
                    axes,
                    range_of(x_of(*axes)),
                    range_of(y_of(*axes)),
                    (event.modifiers() & Qt::ShiftModifier) != 0,
                    false};
    return true;
}

bool ChartGestures::on_move(QMouseEvent& event) {
    const QPoint at = place_of(event);
    if (m_press && (event.buttons() & Qt::LeftButton)) {
        const QPoint way = at - m_press->at;
        m_press->dragged =
            m_press->dragged || way.manhattanLength() >= QApplication::startDragDistance();
        if (!m_press->dragged) return true;
        if (m_press->boxes) {
            if (!m_band) m_band = new QRubberBand(QRubberBand::Rectangle, &m_plot);
            QRect box = QRect(m_press->at, at).normalized() & m_press->axes->rect();
            if (m_y_fixed) {
                box.setTop(m_press->axes->rect().top());
                box.setBottom(m_press->axes->rect().bottom());
            }
            m_band->setGeometry(box);
            m_band->show();
            return true;
        }
        // From where the drag began, so that nothing adds up on the way.
        QCPAxis& x = x_of(*m_press->axes);
        QCPAxis& y = y_of(*m_press->axes);
        const QSizeF size = m_press->axes->rect().size();
        set_range(x, panned(m_press->x, -way.x() / size.width() * direction(x)));
        if (!m_y_fixed) set_range(y, panned(m_press->y, way.y() / size.height() * direction(y)));
        emit moved();
        return true;
    }
    const QCPAxisRect* axes = m_plot.axisRectAt(event.position());
    if (axes && axes->visible() && axes->rect().contains(at)) {
        emit hovered(x_of(*axes).pixelToCoord(event.position().x()));
    } else {
        emit hovered({});
    }
    return false;
}

bool ChartGestures::on_release(QMouseEvent& event) {
    if (!m_press || event.button() != Qt::LeftButton) return false;
    if (m_press->boxes && m_press->dragged) {
        m_band->hide();
        box_zoom(place_of(event));
    } else if (!m_press->dragged && m_press->axes->rect().contains(m_press->at)) {
        emit clicked(x_of(*m_press->axes).pixelToCoord(m_press->at.x()),
                     y_of(*m_press->axes).pixelToCoord(m_press->at.y()));
    }
    m_press.reset();
    return true;
}

void ChartGestures::box_zoom(const QPoint& to) {
    const QRect box = QRect(m_press->at, to).normalized() & m_press->axes->rect();
    if (box.width() < 3) return;
    QCPAxis& x = x_of(*m_press->axes);
    QCPAxis& y = y_of(*m_press->axes);
    const AxisRange wide =
        between(range_of(x), x.pixelToCoord(box.left()), x.pixelToCoord(box.right() + 1));
    set_range(x, wide);
    if (!m_y_fixed && box.height() >= 3) {
        set_range(
            y, between(range_of(y), y.pixelToCoord(box.top()), y.pixelToCoord(box.bottom() + 1)));
    }
    emit moved();
}

bool ChartGestures::takes(const QKeyEvent& event) const {
    if (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
    switch (event.key()) {
        case Qt::Key_F:
        case Qt::Key_End:
        case Qt::Key_Plus:
        case Qt::Key_Equal:
        case Qt::Key_Minus:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_A:
        case Qt::Key_B:
        case Qt::Key_Escape:
            return true;
        default:
            return false;
    }
}

bool ChartGestures::on_key(const QKeyEvent& event) {
    if (!takes(event) || !m_plot.axisRect()) return false;
    QCPAxis& x = *m_plot.xAxis;
    QCPAxis& y = *m_plot.yAxis;
    switch (event.key()) {
        case Qt::Key_F:
            emit fit_wanted();
            break;
        case Qt::Key_End:
            emit follow_wanted();
            break;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(x, value_at(range_of(x), 0.5), per_key);
            break;
        case Qt::Key_Minus:
            zoom(x, value_at(range_of(x), 0.5), 1 / per_key);
            break;
        case Qt::Key_Left:
            pan(x, -arrow_step * direction(x));
            break;
        case Qt::Key_Right:
            pan(x, arrow_step * direction(x));
            break;
        case Qt::Key_Up:
            if (!m_y_fixed) pan(y, arrow_step * direction(y));
            break;
        case Qt::Key_Down:
            if (!m_y_fixed) pan(y, -arrow_step * direction(y));
            break;
        case Qt::Key_A:
        case Qt::Key_B:
            emit marker_wanted(QChar(event.key()));
            break;
        default:
            emit cleared();
    }
    return true;
}

void ChartGestures::zoom(QCPAxis& axis, double anchor, double factor) {
    set_range(axis, zoomed(range_of(axis), anchor, factor));
    emit moved();
}

void ChartGestures::pan(QCPAxis& axis, double share) {
    set_range(axis, panned(range_of(axis), share));
    emit moved();
}

}  // namespace stallscope::app
