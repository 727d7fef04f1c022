// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_chart.h"

#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "charts/timeline_style.h"
#include "charts/window_time_axis.h"
#include "core/timeline_csv.h"
#include "fixtures/timeline_rows.h"
#include "widgets/theme.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

constexpr int gpu_dispatcher = 1, gpu_worker = 2, ane_dispatcher = 4;

int pixels_of(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y).rgb() == colour.rgb() ? 1 : 0;
    }
    return found;
}

}  // namespace

class TimelineChartTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void the_whole_visit_is_in_view_at_first();
    void a_click_on_a_span_tells_its_request();
    void a_click_beside_the_spans_tells_nothing();
    void a_tooltip_says_what_lies_there();
    void a_band_tells_its_value_in_force();
    void zooming_to_a_request_shows_all_of_it();
    void what_is_in_view_already_does_not_move();
    void the_wait_for_the_lock_is_drawn_in_its_colour();
    void a_crowded_lane_shows_shares_of_time();
    void the_axis_counts_in_what_can_be_read_data();
    void the_axis_counts_in_what_can_be_read();
    void one_does_not_zoom_beyond_the_clock();
    void the_table_has_what_is_in_view();
    void kinds_can_be_told_apart_in_both_themes();
    void nothing_says_so();

private:
    void click(int lane, std::int64_t at) {
        m_chart->grab();  // the layout is made when it is drawn
        QWidget* plot = m_chart->childAt(m_chart->rect().center());
        QTest::mouseClick(plot, Qt::LeftButton, {},
                          plot->mapFrom(m_chart.get(), m_chart->place_of(lane, at)));
    }
    QString text_at(int lane, std::int64_t at) {
        m_chart->grab();
        return m_chart->text_at(m_chart->place_of(lane, at));
    }

    std::shared_ptr<const Timeline> m_timeline;
    std::unique_ptr<TimelineChart> m_chart;
};

void TimelineChartTest::init() {
    m_timeline = std::make_shared<const Timeline>(small_timeline());
    m_chart = std::make_unique<TimelineChart>();
    m_chart->setPalette(light_palette());
    m_chart->resize(1000, 500);
    m_chart->show_timeline(m_timeline);
    m_chart->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
}

void TimelineChartTest::the_whole_visit_is_in_view_at_first() {
    QVERIFY(m_chart->x_low() < 0 && m_chart->x_low() > -0.02);
    QVERIFY(m_chart->x_high() > 0.3 && m_chart->x_high() < 0.32);
    QVERIFY(m_chart->follows());
    QCOMPARE(m_chart->summary(),
             QStringLiteral("Timeline of a window of 0.3 s in 5 lane(s): 10 requests of gpu, 10 "
                            "requests of ane."));
}

void TimelineChartTest::a_click_on_a_span_tells_its_request() {
    QSignalSpy clicks(m_chart.get(), &TimelineChart::request_clicked);
    const RequestRow row = waiting_requests()[5];
    click(gpu_dispatcher, (row.read_returned + row.header) / 2);
    click(ane_dispatcher, calls_they_wait_for()[2].native_enter + 2 * ms);
    QCOMPARE(clicks.size(), 2);
    QCOMPARE(clicks[0][0].value<RequestRef>(), (RequestRef{0, false, 5}));
    QCOMPARE(clicks[1][0].value<RequestRef>(), (RequestRef{1, false, 2}));
}

void TimelineChartTest::a_click_beside_the_spans_tells_nothing() {
    QSignalSpy clicks(m_chart.get(), &TimelineChart::request_clicked);
    click(gpu_dispatcher, waiting_requests()[0].response + 10 * ms);
    QCOMPARE(clicks.size(), 0);
}

void TimelineChartTest::a_tooltip_says_what_lies_there() {
    const RequestRow row = waiting_requests()[6];
    const QStringList lines = text_at(gpu_dispatcher, row.header - 3 * ms).split('\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], QStringLiteral("Waits for the lock: 7.00 ms"));
    QCOMPARE(lines[1], QStringLiteral("gpu · dispatcher, request 7"));
    QCOMPARE(lines[2], QStringLiteral("from 0.1932 s to 0.2002 s"));
    QVERIFY(lines[3].startsWith("read_returned → header"));
    QCOMPARE(text_at(gpu_dispatcher, row.response + 5 * ms), QString());
}

void TimelineChartTest::a_band_tells_its_value_in_force() {
    m_chart->grab();
    const int x = m_chart->place_of(0, 250 * ms).x();
    QStringList texts;
    for (int y = m_chart->place_of(ane_dispatcher, 0).y() + 30; y < m_chart->height(); ++y) {
        const QString text = m_chart->text_at({x, y});
        if (!text.isEmpty() && !texts.contains(text) && !text.contains('\n')) texts += text;
    }
    QCOMPARE(texts, QStringList({"other programs: 0.500 cores", "load, 1 min: 1.50"}));
}

void TimelineChartTest::zooming_to_a_request_shows_all_of_it() {
    const RequestRow row = waiting_requests()[9];
    QSignalSpy ranges(m_chart.get(), &Chart::range_changed);
    m_chart->zoom_to({0, false, 9});
    const double length = static_cast<double>(row.response - row.submit) / 1e9;
    QVERIFY(m_chart->x_low() < static_cast<double>(row.submit) / 1e9);
    QVERIFY(m_chart->x_high() > static_cast<double>(row.response) / 1e9);
    QVERIFY(m_chart->x_high() - m_chart->x_low() < length * 1.2);
    QVERIFY(!m_chart->follows());
    QCOMPARE(ranges.size(), 1);
}

void TimelineChartTest::what_is_in_view_already_does_not_move() {
    m_chart->set_x_range(0, 0.1);
    m_chart->bring_into_view({0, false, 1});
    QCOMPARE(m_chart->x_low(), 0.0);
    QCOMPARE(m_chart->x_high(), 0.1);
    m_chart->bring_into_view({0, false, 8});
    QVERIFY(m_chart->x_low() < 0.241 && m_chart->x_high() > 0.262);
    QVERIFY(qAbs(m_chart->x_high() - m_chart->x_low() - 0.1) < 1e-9);
}

void TimelineChartTest::the_wait_for_the_lock_is_drawn_in_its_colour() {
    const QColor lock =
        timeline_styles(light_palette())[static_cast<std::size_t>(TimelineKind::lock_wait)].fill;
    m_chart->zoom_to({0, false, 9});
    const int with = pixels_of(m_chart->image(1, {1000, 500}), lock);
    m_chart->zoom_to({0, false, 0});
    const int with_little = pixels_of(m_chart->image(1, {1000, 500}), lock);
    QVERIFY2(with_little > 50 && with > 4 * with_little,
             qPrintable(QString("%1, %2").arg(with).arg(with_little)));
}

void TimelineChartTest::a_crowded_lane_shows_shares_of_time() {
    // Half of the time in the lock's queue, evenly: half of the lane has its colour.
    std::vector<RequestRow> rows;
    for (int i = 0; i < 20'000; ++i) {
        RequestRow row;
        row.request = i + 1;
        row.arrival = row.read_returned = i * 15'000;
        row.header = row.read_returned + 7'500;
        rows.push_back(row);
    }
    m_chart->show_timeline(
        std::make_shared<const Timeline>(timeline_of(small_frame(), {{"gpu", rows_of(rows)}})));
    const QImage image = m_chart->image(1, {1000, 500});
    const TimelineStyle lock =
        timeline_styles(light_palette())[static_cast<std::size_t>(TimelineKind::lock_wait)];
    m_chart->grab();
    const QPoint place = m_chart->place_of(0, 150 * ms);
    int coloured = 0, all = 0;
    for (int y = place.y() - 200; y < place.y() + 200; ++y) {
        if (y < 0 || y >= image.height()) continue;
        const QRgb colour = image.pixel(place.x(), y);
        coloured += colour == lock.fill.rgb() || colour == lock.hatch.color().rgb() ? 1 : 0;
    }
    for (int y = 0; y < image.height(); ++y) {
        const QString text = m_chart->text_at({place.x(), y});
        all += text.startsWith("Waits for the lock") ? 1 : 0;
    }
    QVERIFY(all > 30);
    QVERIFY2(qAbs(coloured - all / 2) <= 2, qPrintable(QString("%1 of %2").arg(coloured).arg(all)));
}

void TimelineChartTest::the_axis_counts_in_what_can_be_read_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("title");
    QTest::newRow("a visit") << -2.0 << 20.0 << "time from the window's start, s";
    QTest::newRow("its first second") << 0.2 << 1.1 << "time from the window's start, ms";
    QTest::newRow("before") << -0.4 << -0.3 << "time from the window's start, ms";
    QTest::newRow("a request") << 3.4 << 3.42 << "time from the window's start, ms after 3 s";
    QTest::newRow("a wake-up") << 3.4123 << 3.4124
                               << "time from the window's start, µs after 3.412 s";
    QTest::newRow("a stamp") << 3.4123451 << 3.4123459
                             << "time from the window's start, ns after 3.412345 s";
}

void TimelineChartTest::the_axis_counts_in_what_can_be_read() {
    QFETCH(double, low);
    QFETCH(double, high);
    QTEST(window_time_unit(low, high).title, "title");
    QCOMPARE(window_time_text(3.4123456, 0.0001), QStringLiteral("3,412.345600 ms"));
    QCOMPARE(window_time_text(0.0074, 0.02), QStringLiteral("7.400 ms"));
    QCOMPARE(window_time_text(7.4, 20), QStringLiteral("7.400 s"));
}

void TimelineChartTest::one_does_not_zoom_beyond_the_clock() {
    m_chart->set_x_range(0.1, 0.1 + 1e-9);
    QVERIFY(m_chart->x_high() - m_chart->x_low() > 99e-9);
    QVERIFY(!m_chart->image(1, {300, 200}).isNull());
}

void TimelineChartTest::the_table_has_what_is_in_view() {
    const RequestRow row = waiting_requests()[2];
    m_chart->set_x_range(static_cast<double>(row.read_returned + 1) / 1e9,
                         static_cast<double>(row.header - 1) / 1e9);
    const QList<QByteArray> lines = m_chart->csv().split('\n');
    QCOMPARE(lines[0], QByteArray("lane,what,request or call,start (s),end (s),length (ms)\r"));
    QVERIFY(lines.contains("gpu · dispatcher,Waits for the lock,3,0.0732,0.0762,3\r"));
    QVERIFY(lines.contains("ane · dispatcher,Native call,3,0.0711,0.07615,5.05\r"));
    for (const QByteArray& line : lines) QVERIFY(!line.contains("Decodes"));
}

void TimelineChartTest::kinds_can_be_told_apart_in_both_themes() {
    for (const QPalette& palette : {light_palette(), dark_palette()}) {
        const auto styles = timeline_styles(palette);
        for (std::size_t a = 0; a < styles.size(); ++a) {
            for (std::size_t b = a + 1; b < styles.size(); ++b) {
                QVERIFY2(styles[a].fill != styles[b].fill ||
                             styles[a].hatch.style() != styles[b].hatch.style(),
                         qPrintable(kind_title(static_cast<TimelineKind>(a)) + " and " +
                                    kind_title(static_cast<TimelineKind>(b))));
            }
        }
    }
}

void TimelineChartTest::nothing_says_so() {
    m_chart->show_timeline(nullptr);
    QVERIFY(m_chart->summary().isEmpty());
    QVERIFY(m_chart->csv().isEmpty());
    m_chart->select(RequestRef{0, false, 0});
    QVERIFY(!m_chart->selected());
    QVERIFY(!m_chart->grab().isNull());
}

QTEST_MAIN(TimelineChartTest)
#include "timeline_chart_test.moc"
