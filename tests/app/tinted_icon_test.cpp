// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tinted_icon.h"

#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>
#include <QTest>

using stallscope::app::tinted_icon;

class TintedIconTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void every_picture_is_drawn_in_one_colour_data();
    void every_picture_is_drawn_in_one_colour();
    void follows_the_palette_without_being_made_anew();
    void disabled_and_selected_have_inks_of_their_own();
    void has_a_pixel_for_a_pixel_on_a_fine_screen();
    void an_unknown_name_is_a_null_icon();
    void the_pictures_of_one_size_are_those_of_the_drawing_data();
    void the_pictures_of_one_size_are_those_of_the_drawing();
};

namespace {

/// The colour of the pixel with the most ink: what is left of it at edges does not count.
QColor ink_of(const QImage& image) {
    QColor darkest(0, 0, 0, 0);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            if (colour.alpha() > darkest.alpha()) darkest = colour;
        }
    }
    return darkest;
}

QImage drawn(const QIcon& icon, int side, QIcon::Mode mode = QIcon::Normal) {
    return icon.pixmap(QSize(side, side), 1.0, mode).toImage();
}

QPalette inked(const QColor& normal, const QColor& disabled, const QColor& selected) {
    QPalette palette;
    palette.setColor(QPalette::ButtonText, normal);
    palette.setColor(QPalette::Disabled, QPalette::ButtonText, disabled);
    palette.setColor(QPalette::HighlightedText, selected);
    return palette;
}

QStringList names() {
    QStringList found;
    for (const QString& file : QDir(QStringLiteral(":/icons")).entryList()) {
        if (file != QLatin1String("stallscope.svg")) found << file.chopped(4);
    }
    return found;
}

}  // namespace

void TintedIconTest::initTestCase() {
    QGuiApplication::setPalette(inked(Qt::red, Qt::green, Qt::blue));
    QVERIFY(!tinted_icon(QStringLiteral("run")).isNull());
}

void TintedIconTest::every_picture_is_drawn_in_one_colour_data() {
    QTest::addColumn<QString>("name");
    const QStringList all = names();
    QVERIFY(all.size() >= 25);
    for (const QString& name : all) QTest::newRow(qPrintable(name)) << name;
}

void TintedIconTest::every_picture_is_drawn_in_one_colour() {
    QFETCH(QString, name);
    const QImage image = drawn(tinted_icon(name), 24);
    int inked_pixels = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            if (colour.alpha() < 64) continue;
            ++inked_pixels;
            QVERIFY2(colour.red() > 240 && colour.green() < 16 && colour.blue() < 16,
                     qPrintable(colour.name()));
            const bool at_the_edge = x == 0 || y == 0 || x == 23 || y == 23;
            QVERIFY2(!at_the_edge, "the picture is cut off");
        }
    }
    QVERIFY(inked_pixels > 10 && inked_pixels < 300);  // lines, not a filled square
}

void TintedIconTest::follows_the_palette_without_being_made_anew() {
    const QIcon icon = tinted_icon(QStringLiteral("pause"));
    QCOMPARE(ink_of(drawn(icon, 24)).rgb(), QColor(Qt::red).rgb());
    QGuiApplication::setPalette(inked(Qt::white, Qt::gray, Qt::black));
    QCOMPARE(ink_of(drawn(icon, 24)).rgb(), QColor(Qt::white).rgb());
    QGuiApplication::setPalette(inked(Qt::red, Qt::green, Qt::blue));
}

void TintedIconTest::disabled_and_selected_have_inks_of_their_own() {
    const QIcon icon = tinted_icon(QStringLiteral("pause"));
    QCOMPARE(ink_of(drawn(icon, 24, QIcon::Disabled)).rgb(), QColor(Qt::green).rgb());
    QCOMPARE(ink_of(drawn(icon, 24, QIcon::Selected)).rgb(), QColor(Qt::blue).rgb());
}

void TintedIconTest::has_a_pixel_for_a_pixel_on_a_fine_screen() {
    const QPixmap fine = tinted_icon(QStringLiteral("run")).pixmap(QSize(16, 16), 2.0);
    QCOMPARE(fine.size(), QSize(32, 32));
    QCOMPARE(fine.devicePixelRatio(), 2.0);
    // Painted by a style, too: nothing is blown up from 16 pixels.
    QImage paper(32, 32, QImage::Format_ARGB32_Premultiplied);
    paper.setDevicePixelRatio(2.0);
    paper.fill(Qt::transparent);
    QPainter painter(&paper);
    tinted_icon(QStringLiteral("run")).paint(&painter, QRect(0, 0, 16, 16));
    painter.end();
    const QImage sharp = drawn(tinted_icon(QStringLiteral("run")), 32);
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 32; ++x) {
            QVERIFY(std::abs(paper.pixelColor(x, y).alpha() - sharp.pixelColor(x, y).alpha()) <= 1);
        }
    }
}

void TintedIconTest::an_unknown_name_is_a_null_icon() {
    QVERIFY(tinted_icon(QStringLiteral("no-such-thing")).isNull());
    QVERIFY(!stallscope::app::application_icon().isNull());
}

void TintedIconTest::the_pictures_of_one_size_are_those_of_the_drawing_data() {
    QTest::addColumn<int>("side");
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
        QTest::addRow("%d", side) << side;
    }
}

void TintedIconTest::the_pictures_of_one_size_are_those_of_the_drawing() {
    QFETCH(int, side);
    const QString file = QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS
                                        "/../resources/icons/sizes/stallscope-%1.png");
    const QImage stored(file.arg(side));
    QCOMPARE(stored.size(), QSize(side, side));
    QImage drawing(side, side, QImage::Format_ARGB32_Premultiplied);
    drawing.fill(Qt::transparent);
    QPainter painter(&drawing);
    QSvgRenderer(QStringLiteral(":/icons/stallscope.svg"))
        .render(&painter, QRectF(0, 0, side, side));
    painter.end();
    qint64 apart = 0;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const QColor a = stored.pixelColor(x, y), b = drawing.pixelColor(x, y);
            apart += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                     std::abs(a.blue() - b.blue()) + std::abs(a.alpha() - b.alpha());
        }
    }
    QVERIFY(apart <= qint64{4} * side * side);  // one step a channel: another version's rounding
}

QTEST_MAIN(TintedIconTest)
#include "tinted_icon_test.moc"
