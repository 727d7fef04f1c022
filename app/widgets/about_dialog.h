// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace stallscope::app {

/// Version, purpose and licences. Not modal.
class AboutDialog final : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

}  // namespace stallscope::app
