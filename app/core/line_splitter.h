// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <functional>

namespace stallscope::app {

/// Cuts a stream of bytes into lines, wherever its pieces end. A line that is longer than `longest`
/// bytes is dropped and counted; no more than that is ever kept.
class LineSplitter {
public:
    explicit LineSplitter(qsizetype longest) : m_longest(longest) {}

    /// `take` gets every line that is now complete, without its end ("\n" or "\r\n").
    void add(QByteArrayView bytes, const std::function<void(QByteArrayView)>& take);
    /// What stands after the last line end, empty when nothing does.
    QByteArray rest() const { return m_is_too_long ? QByteArray() : m_rest; }
    int too_long() const { return m_too_long; }  ///< lines that were dropped

private:
    void keep(QByteArrayView bytes);

    const qsizetype m_longest;
    QByteArray m_rest;
    bool m_is_too_long = false;
    int m_too_long = 0;
};

}  // namespace stallscope::app
