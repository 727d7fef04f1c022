// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMimeData>
#include <QPicture>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "charts/file_name.h"
#include "fixtures/line_chart.h"
#include "widgets/page.h"

using namespace stallscope::app;

class ChartExportTest : public QObject {
    Q_OBJECT

private slots:
    void a_picture_has_the_pixels_asked_for();
    void twice_the_pixels_show_the_same_chart();
    void an_export_leaves_the_screen_as_it_was();
    void the_hover_line_is_not_exported_but_markers_are();
    void twice_the_pixels_of_a_noisy_line_cost_a_few_drawings();
    void svg_is_one_and_says_what_it_shows();
    void pdf_has_one_page();
    void every_export_is_laid_out_at_its_own_size();
    void csv_has_the_visible_range();
    void what_cannot_be_written_says_where_and_why();
    void a_failed_save_from_the_menu_is_a_problem_of_the_page();
    void the_clipboard_gets_picture_and_values();
    void the_menu_has_all_exports();
    void titles_become_file_names();

private:
    static std::vector<std::pair<double, double>> noise(int n) {
        std::mt19937 random(7);
        std::normal_distribution<double> value(5, 2);
        std::vector<std::pair<double, double>> points;
        for (int i = 0; i < n; ++i) points.emplace_back(i * 1e-3, value(random));
        return points;
    }
};

void ChartExportTest::a_picture_has_the_pixels_asked_for() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    QCOMPARE(chart.image(1).size(), QSize(400, 300));
    QCOMPARE(chart.image(2).size(), QSize(800, 600));
    QCOMPARE(chart.image(2, {600, 200}).size(), QSize(1200, 400));
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(chart.save_png(file, 2));
    const QImage read(file);
    QCOMPARE(read.size(), QSize(800, 600));
    QCOMPARE(read.dotsPerMeterX(), qRound(2 * 96 / 0.0254));
}

void ChartExportTest::twice_the_pixels_show_the_same_chart() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    const QImage once = chart.image(1);
    QImage twice = chart.image(2).scaled(400, 300, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    qint64 off = 0;
    for (int y = 0; y < 300; ++y) {
        for (int x = 0; x < 400; ++x) {
            off += qAbs(qGray(once.pixel(x, y)) - qGray(twice.pixel(x, y)));
        }
    }
    // Mean difference in grey levels: text and lines are a little crisper, in the same places.
    QVERIFY2(off / (400.0 * 300.0) < 3, qPrintable(QString::number(off / (400.0 * 300.0))));
}

void ChartExportTest::an_export_leaves_the_screen_as_it_was() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    chart.show();
    const QImage before = chart.grab().toImage();
    chart.image(3, {900, 100});
    chart.svg({100, 900});
    QCOMPARE(chart.grab().toImage(), before);
    QCOMPARE(chart.plot().bufferDevicePixelRatio(), chart.devicePixelRatioF());
}

void ChartExportTest::the_hover_line_is_not_exported_but_markers_are() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    const QImage plain = chart.image(1);
    chart.set_cursor(0.5);
    QCOMPARE(chart.image(1), plain);
    chart.set_marker_a(0.5);
    QVERIFY(chart.image(1) != plain);
}

// The bench has the milliseconds; here only that the way through the buffer is taken: a scaled
// painter needs hundreds of times a drawing on the screen.
void ChartExportTest::twice_the_pixels_of_a_noisy_line_cost_a_few_drawings() {
    LineChart chart;
    chart.resize(1000, 600);
    chart.show_points(noise(100000));
    chart.image(1);
    QElapsedTimer timer;
    timer.start();
    chart.image(1);
    const qint64 once = timer.restart();
    chart.image(2);
    const qint64 twice = timer.elapsed();
    QVERIFY2(twice <= 12 * once + 20,
             qPrintable(QStringLiteral("%1 ms, %2 ms").arg(once).arg(twice)));
}

void ChartExportTest::svg_is_one_and_says_what_it_shows() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    const QByteArray svg = chart.svg({500, 250});
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBox(), QRect(0, 0, 500, 250));
    QVERIFY(svg.contains("<title>A line</title>"));
    QVERIFY(svg.contains("<desc>A line of 2 values.</desc>"));
    QVERIFY(svg.contains("time in the run, s"));
    QVERIFY(!svg.contains("<image"));
}

void ChartExportTest::pdf_has_one_page() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.pdf"));
    QVERIFY(chart.save_pdf(file));
    QFile pdf(file);
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    QVERIFY(bytes.startsWith("%PDF-"));
    QVERIFY(bytes.contains("/Count 1"));
}

// A chart draws for the room it has: fewer steps on a narrow plot, text beside the axes.
void ChartExportTest::every_export_is_laid_out_at_its_own_size() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    QList<QSize> sizes;
    connect(&chart.plot(), &QCustomPlot::beforeReplot, &chart,
            [&] { sizes.append(chart.plot().viewport().size()); });
    chart.image(1, {610, 200});
    chart.svg({620, 200});
    chart.picture({630, 200});
    for (const int width : {610, 620, 630}) {
        QVERIFY2(sizes.contains(QSize(width, 200)), qPrintable(QString::number(width)));
    }
    QTemporaryDir folder;
    sizes.clear();
    QVERIFY(chart.save_pdf(folder.filePath(QStringLiteral("a.pdf"))));
    QVERIFY(sizes.contains(chart.size()));
}

void ChartExportTest::csv_has_the_visible_range() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 10}, {2, 20}, {3, 30}});
    chart.set_x_range(0.5, 2.5);
    QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("a.csv"));
    QVERIFY(chart.save_csv(name));
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("x (s),y (ms)\r\n1,10\r\n2,20\r\n"));
}

void ChartExportTest::what_cannot_be_written_says_where_and_why() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    const QString nowhere = QStringLiteral("/nowhere/at/all/a.x");
    for (const stallscope::Result<void>& saved :
         {chart.save_png(nowhere, 1), chart.save_pdf(nowhere), chart.save_svg(nowhere),
          chart.save_csv(nowhere)}) {
        QVERIFY(!saved);
        QCOMPARE(saved.error().where, nowhere.toStdString());
        QVERIFY(!saved.error().says.empty() && !saved.error().hint.empty());
    }
}

void ChartExportTest::a_failed_save_from_the_menu_is_a_problem_of_the_page() {
    Page page;
    auto* around = new QWidget(&page);
    auto* chart = new LineChart;
    chart->setParent(around);
    chart->show_points({{0, 0}, {1, 1}});
    QSignalSpy problems(&page, &Page::problem);
    QTemporaryDir folder;
    const QString nowhere = QStringLiteral("/nowhere/at/all/a.csv");
    for (const QString& file : {folder.filePath(QStringLiteral("a.csv")), nowhere}) {
        chart->findChild<QAction*>(QStringLiteral("save_csv"))->trigger();
        auto* dialog = chart->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(file);
        delete dialog;
    }
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("a.csv"))));
    QCOMPARE(problems.size(), 1);
    const auto problem = problems[0][0].value<Problem>();
    QCOMPARE(problem.where, nowhere);
    QVERIFY(!problem.says.isEmpty() && !problem.hint.isEmpty());
}

void ChartExportTest::the_clipboard_gets_picture_and_values() {
    LineChart chart;
    chart.show_points({{0, 0}, {1, 1}});
    chart.copy_image();
    QCOMPARE(QGuiApplication::clipboard()->image().size(),
             chart.size() * chart.devicePixelRatioF());
    chart.copy_csv();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8(chart.csv()));
    QCOMPARE(QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("text/csv")),
             chart.csv());
}

void ChartExportTest::the_menu_has_all_exports() {
    LineChart chart;
    QCOMPARE(chart.contextMenuPolicy(), Qt::ActionsContextMenu);
    for (const char* name : {"fit", "follow", "copy_image", "copy_csv", "save_png", "save_png_2x",
                             "save_svg", "save_pdf", "save_csv"}) {
        QVERIFY2(chart.findChild<QAction*>(QLatin1String(name)), name);
    }
    chart.show_points({{0, 0}, {1, 7}});
    chart.findChild<QAction*>(QStringLiteral("copy_csv"))->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("1,7")));
}

void ChartExportTest::titles_become_file_names() {
    QCOMPARE(file_name_of(QStringLiteral("Return leg, gpu: A/A2")),
             QStringLiteral("return-leg-gpu-a-a2"));
    QCOMPARE(file_name_of(QStringLiteral("../..")), QStringLiteral("chart"));
}

QTEST_MAIN(ChartExportTest)
#include "chart_export_test.moc"
