// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <memory>

#include "charts/chart_header.h"
#include "charts/linked_cursor.h"
#include "fixtures/line_chart.h"

using namespace stallscope::app;

class ChartTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void the_wheel_zooms_x_at_the_pointer();
    void ctrl_and_wheel_zooms_y();
    void a_drag_pans();
    void shift_and_drag_zooms_to_the_box();
    void a_double_click_fits();
    void keys_zoom_pan_fit_and_follow();
    void content_moves_the_view_only_while_following();
    void the_follow_button_is_there_only_where_it_helps();
    void a_click_tells_where();
    void the_pointer_moves_the_cursor();
    void a_and_b_mark_the_cursor_and_escape_clears();
    void moving_the_cursor_draws_no_data();
    void an_axis_of_names_stays();
    void many_keys_leave_room_for_the_lines();
    void linked_charts_share_cursor_markers_and_range();
    void fitting_a_chart_that_follows_keeps_the_linked_ones_following();
    void other_axes_are_not_linked();
    void nothing_to_draw_says_so_without_axes();
    void a_screen_reader_hears_title_and_summary();
    void a_change_of_theme_is_told_to_the_subclass();

private:
    QWidget& canvas() { return m_chart->plot(); }
    QPoint pixel(double x, double y) {
        return {qRound(m_chart->plot().xAxis->coordToPixel(x)),
                qRound(m_chart->plot().yAxis->coordToPixel(y))};
    }
    void wheel(const QPoint& at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWheelEvent event(at, canvas().mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas(), &event);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers) {
        QTest::mousePress(&canvas(), Qt::LeftButton, modifiers, from);
        for (const QPoint& at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, canvas().mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, modifiers);
            QCoreApplication::sendEvent(&canvas(), &move);
        }
        QTest::mouseRelease(&canvas(), Qt::LeftButton, modifiers, to);
    }
    double y_low() { return m_chart->plot().yAxis->range().lower; }
    double y_high() { return m_chart->plot().yAxis->range().upper; }

    std::unique_ptr<LineChart> m_chart;
};

void ChartTest::init() {
    m_chart = std::make_unique<LineChart>();
    m_chart->show_points({{0, 0}, {5, 10}, {10, 5}});
    m_chart->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
    m_chart->plot().replot();
    QCOMPARE(m_chart->x_low(), 0.0);
    QCOMPARE(m_chart->x_high(), 10.0);
}

void ChartTest::the_wheel_zooms_x_at_the_pointer() {
    QSignalSpy ranges(m_chart.get(), &Chart::range_changed);
    const QPoint at = pixel(2.5, 5);
    const double under_pointer = m_chart->plot().xAxis->pixelToCoord(at.x());
    wheel(at, 1);
    QVERIFY(qAbs(m_chart->x_high() - m_chart->x_low() - 8) < 1e-9);
    QVERIFY(qAbs(m_chart->plot().xAxis->pixelToCoord(at.x()) - under_pointer) < 1e-9);
    QCOMPARE(y_low(), 0.0);
    QCOMPARE(y_high(), 10.0);
    QVERIFY(!m_chart->follows());
    QCOMPARE(ranges.size(), 1);
    wheel(at, -1);
    QVERIFY(qAbs(m_chart->x_low()) < 1e-9);
}

void ChartTest::ctrl_and_wheel_zooms_y() {
    wheel(pixel(5, 5), 1, Qt::ControlModifier);
    QVERIFY(qAbs(y_high() - y_low() - 8) < 1e-9);
    QCOMPARE(m_chart->x_high(), 10.0);
    QVERIFY(!m_chart->follows());
}

void ChartTest::a_drag_pans() {
    const QPoint from = pixel(5, 5);
    const QPoint to = pixel(3, 6);
    const double by =
        m_chart->plot().xAxis->pixelToCoord(from.x()) - m_chart->plot().xAxis->pixelToCoord(to.x());
    drag(from, to, Qt::NoModifier);
    const double pixels_wide = m_chart->plot().axisRect()->width();
    QVERIFY(qAbs(m_chart->x_low() - by) < 10 / pixels_wide);
    QVERIFY(qAbs(m_chart->x_high() - m_chart->x_low() - 10) < 1e-9);
    QVERIFY(y_low() < -0.8 && y_low() > -1.2);
    QVERIFY(!m_chart->follows());
}

void ChartTest::shift_and_drag_zooms_to_the_box() {
    drag(pixel(2, 8), pixel(6, 3), Qt::ShiftModifier);
    const double a_pixel = 10.0 / m_chart->plot().axisRect()->height() * 1.5;
    QVERIFY(qAbs(m_chart->x_low() - 2) < a_pixel);
    QVERIFY(qAbs(m_chart->x_high() - 6) < a_pixel);
    QVERIFY(qAbs(y_low() - 3) < a_pixel);
    QVERIFY(qAbs(y_high() - 8) < a_pixel);
    QVERIFY(!m_chart->follows());
}

void ChartTest::a_double_click_fits() {
    m_chart->set_x_range(2, 3);
    QTest::mouseDClick(&canvas(), Qt::LeftButton, Qt::NoModifier, pixel(2.5, 5));
    QCOMPARE(m_chart->x_low(), 0.0);
    QCOMPARE(m_chart->x_high(), 10.0);
}

void ChartTest::keys_zoom_pan_fit_and_follow() {
    QTest::keyClick(m_chart.get(), Qt::Key_Plus);
    QVERIFY(qAbs(m_chart->x_high() - m_chart->x_low() - 7) < 1e-9);
    QVERIFY(!m_chart->follows());
    QTest::keyClick(m_chart.get(), Qt::Key_Minus);
    QVERIFY(qAbs(m_chart->x_high() - m_chart->x_low() - 10) < 1e-9);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QVERIFY(qAbs(m_chart->x_low() - 1) < 1e-9);
    QTest::keyClick(m_chart.get(), Qt::Key_Left);
    QTest::keyClick(m_chart.get(), Qt::Key_Up);
    QVERIFY(qAbs(m_chart->x_low()) < 1e-9);
    QVERIFY(qAbs(y_low() - 1) < 1e-9);
    QTest::keyClick(m_chart.get(), Qt::Key_F);
    QCOMPARE(y_low(), 0.0);
    QVERIFY(!m_chart->follows());
    QTest::keyClick(m_chart.get(), Qt::Key_End);
    QVERIFY(m_chart->follows());
}

void ChartTest::content_moves_the_view_only_while_following() {
    m_chart->show_points({{0, 0}, {20, 10}});
    QCOMPARE(m_chart->x_high(), 20.0);
    m_chart->set_x_range(1, 2);
    m_chart->show_points({{0, 0}, {30, 10}});
    QCOMPARE(m_chart->x_high(), 2.0);
    m_chart->set_follow(true);
    QCOMPARE(m_chart->x_high(), 30.0);
}

void ChartTest::the_follow_button_is_there_only_where_it_helps() {
    auto* button = m_chart->findChild<QToolButton*>(QStringLiteral("follow_button"));
    QVERIFY(button && !button->isVisible());
    wheel(pixel(5, 5), 1);
    QVERIFY(button->isVisible());
    QVERIFY(m_chart->rect().contains(button->geometry()));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(m_chart->follows());
    QVERIFY(!button->isVisible());
    QCOMPARE(m_chart->x_high(), 10.0);
}

void ChartTest::a_click_tells_where() {
    QSignalSpy clicks(m_chart.get(), &Chart::clicked);
    QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::NoModifier, pixel(4, 6));
    QCOMPARE(clicks.size(), 1);
    QVERIFY(qAbs(clicks[0][0].toDouble() - 4) < 0.05);
    QVERIFY(qAbs(clicks[0][1].toDouble() - 6) < 0.05);
    QVERIFY(m_chart->follows());
    drag(pixel(5, 5), pixel(3, 5), Qt::NoModifier);
    QCOMPARE(clicks.size(), 1);
}

void ChartTest::the_pointer_moves_the_cursor() {
    QSignalSpy moves(m_chart.get(), &Chart::cursor_moved);
    QTest::mouseMove(&canvas(), pixel(7, 5));
    QVERIFY(m_chart->cursor().has_value());
    QVERIFY(qAbs(*m_chart->cursor() - 7) < 0.05);
    QCOMPARE(moves.size(), 1);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&canvas(), &leave);
    QVERIFY(!m_chart->cursor().has_value());
    QCOMPARE(moves.size(), 2);
}

void ChartTest::a_and_b_mark_the_cursor_and_escape_clears() {
    m_chart->set_cursor(2);
    QTest::keyClick(m_chart.get(), Qt::Key_A);
    m_chart->set_cursor(6.5);
    QTest::keyClick(m_chart.get(), Qt::Key_B);
    QCOMPARE(m_chart->marker_a(), std::optional<double>(2));
    QCOMPARE(m_chart->marker_b(), std::optional<double>(6.5));
    QCOMPARE(
        m_chart->read_out_text(),
        QStringLiteral("6.5 s\n  line 6.5\nmarker A at 2.0 s\n  line 2.0\nmarker B at 6.5 s\n  "
                       "line 6.5\nfrom A to B 4.5 s"));
    QTest::keyClick(m_chart.get(), Qt::Key_Escape);
    QVERIFY(!m_chart->marker_a() && !m_chart->marker_b() && !m_chart->cursor());
    QCOMPARE(m_chart->read_out_text(), QString());
    // Without a pointer the marker goes into the middle.
    QTest::keyClick(m_chart.get(), Qt::Key_A);
    QCOMPARE(m_chart->marker_a(), std::optional<double>(5));
}

void ChartTest::moving_the_cursor_draws_no_data() {
    QCoreApplication::processEvents();
    QSignalSpy drawn(&m_chart->plot(), &QCustomPlot::afterReplot);
    m_chart->set_cursor(3);
    m_chart->set_marker_a(4);
    QCoreApplication::processEvents();
    QCOMPARE(drawn.size(), 0);
}

void ChartTest::many_keys_leave_room_for_the_lines() {
    const auto height = [](int keys) {
        QCustomPlot plot;
        plot.resize(400, 300);
        auto* header = new ChartHeader(&plot);
        plot.plotLayout()->insertRow(0);
        plot.plotLayout()->addElement(0, 0, header);
        for (int i = 0; i < keys; ++i) {
            header->keys.append({QStringLiteral("a cell with a name %1").arg(i), QPen(), {}});
        }
        plot.replot();
        return header->minimumOuterSizeHint().height();
    };
    QVERIFY(height(3) > height(0));
    QVERIFY(height(100) > height(3));
    QCOMPARE(height(400), height(100));
    QVERIFY(height(400) < 150);
}

void ChartTest::an_axis_of_names_stays() {
    m_chart->fix_y();
    wheel(pixel(5, 5), 1, Qt::ControlModifier);
    QTest::keyClick(m_chart.get(), Qt::Key_Up);
    drag(pixel(5, 5), pixel(4, 8), Qt::NoModifier);
    drag(pixel(5, 4), pixel(8, 6), Qt::ShiftModifier);
    QCOMPARE(y_low(), 0.0);
    QCOMPARE(y_high(), 10.0);
    QVERIFY(m_chart->x_low() > 4);
}

void ChartTest::linked_charts_share_cursor_markers_and_range() {
    LineChart other;
    other.show_points({{0, 0}, {40, 1}});
    LinkedCursor link;
    link.set_charts({m_chart.get(), &other});
    QTest::mouseMove(&canvas(), pixel(7, 5));
    QCOMPARE(other.cursor(), m_chart->cursor());
    QTest::keyClick(m_chart.get(), Qt::Key_A);
    QVERIFY(other.marker_a().has_value());
    QCOMPARE(other.marker_a(), m_chart->marker_a());
    wheel(pixel(5, 5), 1);
    QCOMPARE(other.x_low(), m_chart->x_low());
    QCOMPARE(other.x_high(), m_chart->x_high());
    QVERIFY(!other.follows());
    QTest::keyClick(&other, Qt::Key_End);
    QVERIFY(m_chart->follows());
    QCOMPARE(m_chart->x_high(), 10.0);
    QCOMPARE(other.x_high(), 40.0);
    link.set_charts({&other});
    m_chart->set_cursor({});
    QTest::mouseMove(&canvas(), pixel(3, 5));
    QVERIFY(other.cursor() != m_chart->cursor());
}

void ChartTest::fitting_a_chart_that_follows_keeps_the_linked_ones_following() {
    LineChart other;
    other.show_points({{0, 0}, {40, 1}});
    LinkedCursor link;
    link.set_charts({m_chart.get(), &other});
    QTest::keyClick(m_chart.get(), Qt::Key_F);
    QTest::mouseDClick(&canvas(), Qt::LeftButton, Qt::NoModifier, pixel(5, 5));
    QVERIFY(other.follows() && m_chart->follows());
    QCOMPARE(other.x_high(), 40.0);
    m_chart->set_x_range(2, 3);
    QTest::keyClick(m_chart.get(), Qt::Key_F);
    QVERIFY(!other.follows());
    QCOMPARE(other.x_high(), 10.0);
}

void ChartTest::other_axes_are_not_linked() {
    LineChart milliseconds(XAxis::milliseconds);
    LineChart own_a(XAxis::other);
    LineChart own_b(XAxis::other);
    LinkedCursor link;
    link.set_charts({m_chart.get(), &milliseconds, &own_a, &own_b});
    QTest::mouseMove(&canvas(), pixel(7, 5));
    QVERIFY(!milliseconds.cursor() && !own_a.cursor());
    emit own_a.cursor_moved(3.0);
    QVERIFY(!own_b.cursor());
}

void ChartTest::nothing_to_draw_says_so_without_axes() {
    const QImage full = m_chart->image(1);
    m_chart->show_points({});
    QVERIFY(!m_chart->plot().axisRect()->visible());
    QVERIFY(m_chart->image(1) != full);
    const QPoint middle(200, 170);
    QTest::mouseMove(&canvas(), middle);
    QVERIFY(!m_chart->cursor());
    wheel(middle, 1);
    QVERIFY(m_chart->follows());
    m_chart->show_points({{0, 0}, {5, 10}, {10, 5}});
    QCOMPARE(m_chart->image(1), full);
}

void ChartTest::a_screen_reader_hears_title_and_summary() {
    QCOMPARE(m_chart->accessibleName(), QStringLiteral("A line"));
    QCOMPARE(m_chart->accessibleDescription(), QStringLiteral("A line of 3 values."));
    m_chart->show_points({{0, 1}, {1, 2}});
    QTRY_COMPARE(m_chart->accessibleDescription(), QStringLiteral("A line of 2 values."));
}

void ChartTest::a_change_of_theme_is_told_to_the_subclass() {
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(20, 24, 30));
    dark.setColor(QPalette::Text, QColor(230, 232, 235));
    const int before = m_chart->themes;
    m_chart->setPalette(dark);
    QCOMPARE(m_chart->themes, before + 1);
    QCOMPARE(m_chart->image(1).pixelColor(2, 290), QColor(20, 24, 30));
}

QTEST_MAIN(ChartTest)
#include "chart_test.moc"
