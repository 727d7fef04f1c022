// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/empty_text.h"

namespace stallscope::app {

EmptyText::EmptyText(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setClipToAxisRect(false);
    setSelectable(false);
    // Items are children of the axes they are clipped to, and vanish with them; this one does not.
    setParentLayerable(nullptr);
}

double EmptyText::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void EmptyText::draw(QCPPainter* painter) {
    if (text.isEmpty()) return;
    painter->setFont(parentPlot()->font());
    painter->setPen(ink);
    const QRect page = parentPlot()->viewport().adjusted(16, 36, -16, -16);
    painter->drawText(page, Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace stallscope::app
