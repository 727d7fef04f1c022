// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/themed_plot.h"

#include <QTest>

using stallscope::app::ThemedPlot;

class ThemedPlotTest : public QObject {
    Q_OBJECT

private slots:
    void takes_its_colours_from_the_palette();
    void follows_a_change_of_the_palette();
};

namespace {

QPalette two_colours(const QColor& paper, const QColor& ink) {
    QPalette palette;
    palette.setColor(QPalette::Base, paper);
    palette.setColor(QPalette::Text, ink);
    return palette;
}

QColor corner(ThemedPlot& plot) {
    plot.replot();
    return plot.grab().toImage().pixelColor(1, 1);
}

}  // namespace

void ThemedPlotTest::takes_its_colours_from_the_palette() {
    ThemedPlot plot;
    plot.resize(300, 200);
    QCOMPARE(corner(plot), plot.palette().color(QPalette::Base));
    QCOMPARE(plot.xAxis->labelColor(), plot.palette().color(QPalette::Text));
}

void ThemedPlotTest::follows_a_change_of_the_palette() {
    ThemedPlot plot;
    plot.resize(300, 200);
    const QColor paper(20, 24, 30);
    const QColor ink(230, 232, 235);
    plot.setPalette(two_colours(paper, ink));
    QCOMPARE(corner(plot), paper);
    for (const QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.xAxis2, plot.yAxis2}) {
        QCOMPARE(axis->tickLabelColor(), ink);
        QCOMPARE(axis->basePen().color(), ink);
    }
}

QTEST_MAIN(ThemedPlotTest)
#include "themed_plot_test.moc"
