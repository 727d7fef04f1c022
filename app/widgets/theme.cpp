// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme.h"

#include <QApplication>

namespace stallscope::app {
namespace {

struct Colours {
    QRgb window, base, alternate, text, button, faint, highlight, highlighted, link;
};

QPalette palette_of(const Colours& colours) {
    const QColor text(colours.text), faint(colours.faint), window(colours.window);
    QPalette palette(QColor(colours.button), window);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, QColor(colours.base));
    palette.setColor(QPalette::AlternateBase, QColor(colours.alternate));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, QColor(colours.button));
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, QColor(colours.alternate));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, faint);
    palette.setColor(QPalette::Highlight, QColor(colours.highlight));
    palette.setColor(QPalette::HighlightedText, QColor(colours.highlighted));
    palette.setColor(QPalette::Link, QColor(colours.link));
    palette.setColor(QPalette::LinkVisited, QColor(colours.link));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

}  // namespace

QString to_text(Theme theme) {
    switch (theme) {
        case Theme::light:
            return QStringLiteral("light");
        case Theme::dark:
            return QStringLiteral("dark");
        case Theme::system:
            break;
    }
    return QStringLiteral("system");
}

Theme theme_of(const QString& text) {
    if (text == to_text(Theme::light)) return Theme::light;
    if (text == to_text(Theme::dark)) return Theme::dark;
    return Theme::system;
}

QPalette light_palette() {
    return palette_of({0xfff3f4f6, 0xffffffff, 0xfff0f2f5, 0xff1c2126, 0xffe9ebee, 0xff646c76,
                       0xff1f6fb2, 0xffffffff, 0xff1f6fb2});
}

QPalette dark_palette() {
    return palette_of({0xff22262b, 0xff1a1d21, 0xff24292f, 0xffe6e9ec, 0xff30363d, 0xff8b949e,
                       0xff2f81c7, 0xffffffff, 0xff6cb6ff});
}

void apply(Theme theme, QApplication& application) {
    static const QPalette of_the_system = QApplication::palette();
    switch (theme) {
        case Theme::system:
            application.setPalette(of_the_system);
            break;
        case Theme::light:
            application.setPalette(light_palette());
            break;
        case Theme::dark:
            application.setPalette(dark_palette());
            break;
    }
}

}  // namespace stallscope::app
