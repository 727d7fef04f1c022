// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include <QApplication>
#include <QTest>
#include <cmath>

#include "charts/series_style.h"

using namespace stallscope::app;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void words_and_themes_go_both_ways();
    void text_can_be_read_on_its_paper();
    void series_can_be_told_from_their_paper();
    void the_systems_colours_come_back();
};

namespace {

// WCAG 2.1: relative luminance and contrast ratio.
double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double light = std::max(luminance(a), luminance(b));
    const double dark = std::min(luminance(a), luminance(b));
    return (light + 0.05) / (dark + 0.05);
}

}  // namespace

void ThemeTest::words_and_themes_go_both_ways() {
    for (const Theme theme : {Theme::system, Theme::light, Theme::dark})
        QVERIFY(theme_of(to_text(theme)) == theme);
    QVERIFY(theme_of(QStringLiteral("pink")) == Theme::system);
}

void ThemeTest::text_can_be_read_on_its_paper() {
    for (const QPalette& palette : {light_palette(), dark_palette()}) {
        QVERIFY(contrast(palette.color(QPalette::Text), palette.color(QPalette::Base)) >= 7);
        QVERIFY(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >=
                7);
        QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)) >=
                4.5);
        QVERIFY(contrast(palette.color(QPalette::HighlightedText),
                         palette.color(QPalette::Highlight)) >= 3);
    }
    QVERIFY(!is_dark(light_palette()));
    QVERIFY(is_dark(dark_palette()));
}

void ThemeTest::series_can_be_told_from_their_paper() {
    for (const QPalette& palette : {light_palette(), dark_palette()})
        for (int n = 0; n < 7; ++n)
            QVERIFY2(contrast(series_colour(n, palette), palette.color(QPalette::Base)) >= 2,
                     qPrintable(QString::number(n)));
}

void ThemeTest::the_systems_colours_come_back() {
    auto& application = *qApp;
    apply(Theme::system, application);
    const QColor before = QApplication::palette().color(QPalette::Base);
    apply(Theme::dark, application);
    QVERIFY(is_dark(QApplication::palette()));
    apply(Theme::system, application);
    QCOMPARE(QApplication::palette().color(QPalette::Base), before);
}

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
