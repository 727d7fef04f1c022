// SPDX-License-Identifier: GPL-3.0-or-later
// Every page as a picture, light and dark, against tests/golden/app. With STALLSCOPE_UPDATE_GOLDEN
// in the environment the pictures are written anew: look at them before you commit them.
#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>

#include "core/session_list.h"
#include "core/settings.h"
#include "fixtures/stored_run.h"
#include "widgets/grab_pages.h"
#include "widgets/main_window.h"
#include "widgets/page_stack.h"
#include "widgets/theme.h"

using namespace stallscope::app;

class GoldenScreensTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void pages_look_as_they_did_data();
    void pages_look_as_they_did();
};

namespace {

constexpr double most_different = 0.001;  ///< of the pixels
constexpr int same_within = 10;           ///< of 255, per channel

double different_share(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return 1;
    const QImage left = a.convertToFormat(QImage::Format_RGB32);
    const QImage right = b.convertToFormat(QImage::Format_RGB32);
    qint64 different = 0;
    for (int y = 0; y < left.height(); ++y) {
        const auto* l = reinterpret_cast<const QRgb*>(left.constScanLine(y));
        const auto* r = reinterpret_cast<const QRgb*>(right.constScanLine(y));
        for (int x = 0; x < left.width(); ++x)
            different += std::abs(qRed(l[x]) - qRed(r[x])) > same_within ||
                         std::abs(qGreen(l[x]) - qGreen(r[x])) > same_within ||
                         std::abs(qBlue(l[x]) - qBlue(r[x])) > same_within;
    }
    return static_cast<double>(different) / (1.0 * left.width() * left.height());
}

// Before there is an application, which reads it: a font that was installed since changes nothing.
[[maybe_unused]] const bool fonts_are_chosen =
    qputenv("FONTCONFIG_FILE", STALLSCOPE_TEST_EXPERIMENTS "/../fixtures/fonts.conf");

/// Shows the time at which the run was sealed, which is another one in every test.
bool tells_the_time(const QString& page) {
    return page.startsWith(QStringLiteral("explore-environment"));
}

}  // namespace

void GoldenScreensTest::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QVERIFY(QFontDatabase::families().contains(QStringLiteral("DejaVu Sans")));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
}

void GoldenScreensTest::pages_look_as_they_did_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("light");
    QTest::newRow("dark") << QStringLiteral("dark");
}

void GoldenScreensTest::pages_look_as_they_did() {
    QFETCH(QString, theme);
    const QDir golden(QStringLiteral(STALLSCOPE_TEST_GOLDEN));
    const QDir seen(QStringLiteral(STALLSCOPE_TEST_SEEN));
    QVERIFY(QDir().mkpath(seen.path()));
    apply(theme_of(theme), *qApp);
    const StoredRun run;
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(settings, QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS));
    window.resize(1280, 800);
    window.show();
    window.sessions().open(run.path());

    QStringList faults;
    int pictures = 0;
    picture_pages(window, [&](const QString& page, const QImage& image) {
        if (tells_the_time(page)) return;
        ++pictures;
        const QString name = QStringLiteral("%1-%2.png").arg(page, theme);
        if (qEnvironmentVariableIsSet("STALLSCOPE_UPDATE_GOLDEN")) {
            if (!image.save(golden.filePath(name), "PNG", 0))
                faults.append(name + " cannot be written");
            return;
        }
        const double different = different_share(QImage(golden.filePath(name)), image);
        if (different <= most_different) return;
        image.save(seen.filePath(name));
        faults.append(QStringLiteral("%1: %2 % of the pixels differ; seen: %3")
                          .arg(name)
                          .arg(100 * different, 0, 'f', 2)
                          .arg(seen.filePath(name)));
    });
    QVERIFY(pictures >= 10);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

QTEST_MAIN(GoldenScreensTest)
#include "golden_screens_test.moc"
