// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cells_section.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/counted.h"
#include "models/cells_model.h"
#include "widgets/cell_delegate.h"
#include "widgets/field_message.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

constexpr int widest_column = 220;

}  // namespace

CellsSection::CellsSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(document, tr("Cells"),
                    {QStringLiteral("/cells"), QStringLiteral("/cells_from")}, parent),
      m_model(new CellsModel(document, this)),
      m_table(new QTableView),
      m_message(new FieldMessage),
      m_made(new QLabel) {
    m_table->setObjectName(QStringLiteral("cells"));
    m_table->setAccessibleName(tr("Cells"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(m_table));
    m_table->setAlternatingRowColors(true);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 12);
    QHeaderView* header = m_table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(header, &QWidget::customContextMenuRequested, this, &CellsSection::choose_columns);

    make_actions();
    auto* bar = new QToolBar;
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({16, 16});
    bar->addActions(m_actions);
    m_table->addActions(m_actions);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* legend = new QLabel(
        tr("Bold: the cell says so itself. Dimmed: inherited from the experiment, or from the cell "
           "it duplicates. Right-click a heading to choose the columns."));
    legend->setWordWrap(true);
    legend->setForegroundRole(QPalette::PlaceholderText);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(bar);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_made);
    layout->addWidget(m_message);
    layout->addWidget(legend);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CellsSection::update_actions);
    m_made->setObjectName(QStringLiteral("made_cells"));
    m_made->setWordWrap(true);
    connect(&document, &ExperimentDocument::changed, this, &CellsSection::say_what_is_made);
    connect(&document, &ExperimentDocument::changed, this, &CellsSection::update_actions);
    connect(&document, &ExperimentDocument::file_changed, this, &CellsSection::update_actions);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        select_row(0);
        m_columns_fit = false;
        fit_columns();
    });
    select_row(0);
    update_actions();
    say_what_is_made();
}

void CellsSection::say_what_is_made() {
    const Experiment* experiment = document().experiment();
    const int made =
        experiment ? static_cast<int>(experiment->cells.size()) - m_model->rowCount() : 0;
    m_made->setVisible(made > 0);
    m_made->setText(
        counted(made, tr("And %1 cell made from factors (“cells_from”), edited on the JSON tab."),
                tr("And %1 cells made from factors (“cells_from”), edited on the JSON tab.")));
}

void CellsSection::make_actions() {
    const auto add_action = [this](const char* id, const char* icon, const QString& text,
                                   const QString& tip, const QKeySequence& key,
                                   std::function<int(int)> edit) {
        m_actions.append(
            action(QLatin1String(id), QLatin1String(icon), text, tip, key, std::move(edit)));
    };
    add_action("add_cell", "add", tr("Add"), tr("A new cell below this one"),
               QKeySequence(Qt::CTRL | Qt::Key_Insert),
               [this](int row) { return m_model->add(row); });
    add_action("duplicate_cell", "duplicate", tr("Duplicate"),
               tr("A new cell with the same overrides"), QKeySequence(Qt::CTRL | Qt::Key_D),
               [this](int row) { return m_model->duplicate(row); });
    add_action("repeat_cell", "compare", tr("Repeat"),
               tr("Measure this cell once more: identical code shows the noise floor"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D),
               [this](int row) { return m_model->repeat(row); });
    add_action("remove_cell", "remove", tr("Remove"), tr("Remove this cell"),
               QKeySequence(Qt::CTRL | Qt::Key_Delete),
               [this](int row) { return m_model->remove(row); });
    add_action("cell_up", "up", tr("Up"), tr("Move this cell up"),
               QKeySequence(Qt::ALT | Qt::Key_Up),
               [this](int row) { return m_model->move(row, -1); });
    add_action("cell_down", "down", tr("Down"), tr("Move this cell down"),
               QKeySequence(Qt::ALT | Qt::Key_Down),
               [this](int row) { return m_model->move(row, 1); });
    add_action("inherit", "close", tr("Inherit"),
               tr("Take this override away: the cell inherits again"), QKeySequence(Qt::Key_Delete),
               [this](int) {
                   m_model->clear(m_table->currentIndex());
                   return -1;
               });
    // Delete means something else in every other place of the window.
    m_actions.last()->setShortcutContext(Qt::WidgetShortcut);
}

QAction* CellsSection::action(const QString& id, const QString& icon, const QString& text,
                              const QString& tip, const QKeySequence& key,
                              std::function<int(int row)> edit) {
    auto* action = new QAction(tinted_icon(icon), text, this);
    action->setObjectName(id);
    action->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, [this, edit = std::move(edit)] {
        const int row = edit(m_table->currentIndex().row());
        if (row >= 0) select_row(row);
    });
    return action;
}

void CellsSection::select_row(int row) {
    const int column = std::max(0, m_table->currentIndex().column());
    if (row >= m_model->rowCount()) return;
    m_table->setCurrentIndex(m_model->index(row, std::min(column, m_model->columnCount() - 1)));
}

void CellsSection::update_actions() {
    const QModelIndex current = m_table->currentIndex();
    const int row = current.isValid() ? current.row() : -1;
    const int rows = m_model->rowCount();
    for (QAction* action : std::as_const(m_actions)) {
        const QString id = action->objectName();
        // Nobody changes cells by a key on a page that does not show them.
        bool can = isVisible() && can_edit() && (row >= 0 || id == QLatin1String("add_cell"));
        if (id == QLatin1String("cell_up")) can = can && row > 0;
        if (id == QLatin1String("cell_down")) can = can && row + 1 < rows;
        if (id == QLatin1String("inherit"))
            can = can && current.column() > 0 && current.data(CellsModel::overridden_role).toBool();
        action->setEnabled(can);
    }
    QString says = current.data(CellsModel::problem_role).toString();
    if (!says.isEmpty()) {
        says = tr("%1: %2").arg(
            m_model->headerData(current.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            says);
    } else if (const Problem* problem = document().problem_at(QStringLiteral("/cells"))) {
        says = sentence_of(*problem);
    }
    m_message->set_text(says);
}

void CellsSection::show_place(const QString& pointer) {
    const QModelIndex index = m_model->index_of(pointer);
    if (index.isValid()) {
        m_table->setColumnHidden(index.column(), false);
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
    m_table->setFocus(Qt::OtherFocusReason);
}

void CellsSection::choose_columns(const QPoint& where) {
    QMenu menu;
    for (int i = 1; i < m_model->columnCount(); ++i) {
        QAction* choice =
            menu.addAction(m_model->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
        choice->setCheckable(true);
        choice->setChecked(!m_table->isColumnHidden(i));
        connect(choice, &QAction::toggled, m_table,
                [this, i](bool shown) { m_table->setColumnHidden(i, !shown); });
    }
    menu.exec(m_table->horizontalHeader()->mapToGlobal(where));
}

void CellsSection::fit_columns() {
    if (m_columns_fit || !isVisible()) return;
    m_columns_fit = true;
    m_table->resizeColumnsToContents();
    for (int i = 0; i < m_model->columnCount(); ++i) {
        // Room for the sign of a fault, and for bold letters.
        const int wide = m_table->columnWidth(i) + 14;
        m_table->setColumnWidth(i, std::min(wide, widest_column));
    }
}

void CellsSection::showEvent(QShowEvent* event) {
    DesignSection::showEvent(event);
    fit_columns();
    update_actions();
}

void CellsSection::hideEvent(QHideEvent* event) {
    DesignSection::hideEvent(event);
    update_actions();
}

}  // namespace stallscope::app
