// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/line_splitter.h"

#include <utility>

namespace stallscope::app {
namespace {

QByteArrayView without_return(QByteArrayView line) {
    return line.endsWith('\r') ? line.chopped(1) : line;
}

}  // namespace

void LineSplitter::keep(QByteArrayView bytes) {
    if (m_is_too_long) return;
    if (m_rest.size() + bytes.size() > m_longest) {
        m_is_too_long = true;
        ++m_too_long;
        m_rest = QByteArray();
        return;
    }
    m_rest.append(bytes);
}

void LineSplitter::add(QByteArrayView bytes, const std::function<void(QByteArrayView)>& take) {
    for (;;) {
        const qsizetype end = bytes.indexOf('\n');
        if (end < 0) {
            keep(bytes);
            return;
        }
        keep(bytes.first(end));
        bytes = bytes.sliced(end + 1);
        if (!std::exchange(m_is_too_long, false)) {
            const QByteArray line = std::exchange(m_rest, QByteArray());
            take(without_return(line));
        }
    }
}

}  // namespace stallscope::app
