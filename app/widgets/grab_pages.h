// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <functional>

#include "core/problem.h"

namespace stallscope::app {

class MainWindow;
class Page;

/// Lets the window work until what it reads and draws in the background is there: at most
/// `longest_ms`.
void settle(MainWindow& window, int longest_ms = 30'000);

/// Shows every page, and every tab of one, in turn; `take` gets its name ("live",
/// "explore-resources") and its picture.
void picture_pages(MainWindow& window,
                   const std::function<void(const QString& name, const QImage& picture)>& take);

/// A PNG of every page in light and dark, NAME-light.png and NAME-dark.png, into `folder` (made
/// when missing). The window has 1280 × 800; QT_SCALE_FACTOR=2 doubles the pixels. Returns the
/// files. Error: one cannot be written.
Result<QStringList> grab_pages(MainWindow& window, const QString& folder);

}  // namespace stallscope::app
