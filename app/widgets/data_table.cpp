// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data_table.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "models/table_model.h"
#include "widgets/status_delegate.h"

namespace stallscope::app {
namespace {

constexpr int widest_column = 360;
constexpr int least_share = 200;        ///< of a column beside a wide one, px
constexpr int most_wrapped_rows = 500;  ///< of more rows the heights are not fitted one by one

}  // namespace

DataTable::DataTable(TableModel& model, const QString& name, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_view(new QTableView),
      m_filter(new QLineEdit),
      m_count(new QLabel),
      m_fault(new QLabel),
      m_empty(new QLabel(m_view)),
      m_fit(new QTimer(this)) {
    m_view->setObjectName(QStringLiteral("rows"));
    m_view->setAccessibleName(name);
    m_view->setModel(&model);
    m_view->setItemDelegate(new StatusDelegate(m_view));
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + 8);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->installEventFilter(this);
    connect(m_view, &QWidget::customContextMenuRequested, this, &DataTable::open_menu);

    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setAccessibleName(tr("Filter: %1").arg(name));
    m_filter->setPlaceholderText(tr("Filter: a word, or a condition such as cell = A and n > 100"));
    m_filter->setToolTip(
        tr("Words must stand in a row's texts. Conditions are a column, one of <, <=, >, >=, =, "
           "!=, and a value; several are joined by “and”."));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &DataTable::apply_filter);

    m_fault->setObjectName(QStringLiteral("filter_fault"));
    m_fault->setWordWrap(true);
    m_fault->hide();
    m_count->setObjectName(QStringLiteral("row_count"));
    m_empty->setObjectName(QStringLiteral("empty_text"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto* top = new QHBoxLayout;
    top->setObjectName(QStringLiteral("top_row"));
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(m_fault);
    layout->addWidget(m_view, 1);

    m_fit->setSingleShot(true);
    connect(m_fit, &QTimer::timeout, this, &DataTable::fit_rows);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        count_rows();
        fit_rows_soon();
    });
    connect(&model, &QAbstractItemModel::layoutChanged, this, &DataTable::fit_rows_soon);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this,
            &DataTable::fit_rows_soon);
    count_rows();
}

void DataTable::set_empty_text(const QString& text) {
    m_empty->setText(text);
    count_rows();
}

void DataTable::add_in_front(QWidget* widget) {
    auto* top = findChild<QHBoxLayout*>(QStringLiteral("top_row"));
    top->insertWidget(top->indexOf(m_filter), widget);
}

void DataTable::set_wide_column(int column) {
    m_wide_column = column;
    m_view->setWordWrap(true);
    m_view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    fit_rows_soon();
}

void DataTable::fit_columns() {
    m_view->horizontalHeader()->setResizeContentsPrecision(40);
    // The wide column has the rest, and that should be something.
    const int most = m_wide_column < 0
                         ? widest_column
                         : std::min(widest_column, std::max(least_share, m_view->width() / 5));
    for (int column = 0; column < m_model.columnCount(); ++column) {
        if (column == m_wide_column) continue;
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(most, m_view->columnWidth(column) + 6));
    }
}

void DataTable::fit_rows_soon() {
    if (m_wide_column >= 0) m_fit->start(0);
}

// A hidden table has no width yet: every text would need many lines.
void DataTable::fit_rows() {
    if (!m_view->isVisible()) return;
    if (m_wide_column >= 0 && m_model.rowCount() <= most_wrapped_rows) {
        m_view->resizeRowsToContents();
    }
}

void DataTable::apply_filter() {
    const auto done = m_model.set_filter(m_filter->text());
    m_fault->setVisible(!done);
    m_fault->setText(done ? QString() : QString::fromStdString(done.error().says));
}

void DataTable::count_rows() {
    const QLocale locale;
    const int shown = m_model.rowCount(), all = m_model.all_rows();
    m_count->setText(shown == all
                         ? tr("%1 rows").arg(locale.toString(all))
                         : tr("%1 of %2 rows").arg(locale.toString(shown), locale.toString(all)));
    m_empty->setVisible(all == 0 && !m_empty->text().isEmpty());
}

bool DataTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        m_empty->setGeometry(m_view->rect().adjusted(24, 24, -24, -24));
    }
    if (event->type() == QEvent::Show) fit_rows_soon();
    if (event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copy_selection();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

QByteArray DataTable::selected_tsv() const {
    const QModelIndexList selected = m_view->selectionModel()->selectedIndexes();
    if (selected.isEmpty()) return m_model.tsv();
    std::set<int> rows, columns;
    for (const QModelIndex& index : selected) {
        rows.insert(index.row());
        columns.insert(index.column());
    }
    return m_model.tsv({rows.begin(), rows.end()}, {columns.begin(), columns.end()});
}

void DataTable::copy_selection() const {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(selected_tsv()));
}

void DataTable::copy_all() const {
    QGuiApplication::clipboard()->setText(QString::fromUtf8(m_model.tsv()));
}

void DataTable::open_menu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy selected rows"), this, &DataTable::copy_selection);
    menu->addAction(tr("Copy all shown rows"), this, &DataTable::copy_all);
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

}  // namespace stallscope::app
