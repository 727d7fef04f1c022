// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tinted_icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

/// The pictures lie in a static library: naming them keeps the linker from leaving them out.
static void keep_pictures() {
    Q_INIT_RESOURCE(workbench);
}

namespace stallscope::app {
namespace {

QString file_of(const QString& name) {
    keep_pictures();
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

QColor ink(QIcon::Mode mode) {
    const QPalette palette = QGuiApplication::palette();
    switch (mode) {
        case QIcon::Disabled:
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        case QIcon::Selected:
            return palette.color(QPalette::Active, QPalette::HighlightedText);
        case QIcon::Normal:
        case QIcon::Active:
            break;
    }
    return palette.color(QPalette::Active, QPalette::ButtonText);
}

class TintedIconEngine final : public QIconEngine {
public:
    explicit TintedIconEngine(QString name) : m_name(std::move(name)) {}

    QIconEngine* clone() const override { return new TintedIconEngine(m_name); }
    QString key() const override { return QStringLiteral("stallscope-tinted"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return false; }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const qreal ratio =
            painter->device() != nullptr ? painter->device()->devicePixelRatio() : 1;
        const int side = std::min(rect.width(), rect.height());
        QRect square(0, 0, side, side);
        square.moveCenter(rect.center());
        painter->drawPixmap(square, drawn(qRound(side * ratio), ink(mode)));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return drawn(std::min(size.width(), size.height()), ink(mode));
    }

    // In Qt 6.4 the size is in the screen's own pixels already; the caller sets the ratio.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        return pixmap(size, mode, state);
    }

private:
    QPixmap drawn(int side, const QColor& colour) const {
        const QString key = QStringLiteral("stallscope-icon/%1/%2/%3")
                                .arg(m_name)
                                .arg(side)
                                .arg(colour.name(QColor::HexArgb));
        QPixmap pixmap;
        if (side <= 0 || QPixmapCache::find(key, &pixmap)) return pixmap;
        pixmap = QPixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(file_of(m_name)).render(&painter, QRectF(0, 0, side, side));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QString m_name;
};

}  // namespace

QIcon tinted_icon(const QString& name) {
    return QFile::exists(file_of(name)) ? QIcon(new TintedIconEngine(name)) : QIcon();
}

QIcon application_icon() {
    return QIcon(file_of(QStringLiteral("stallscope")));
}

}  // namespace stallscope::app
