// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks_section.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QLabel>
#include <QVBoxLayout>

#include "core/experiment_words.h"
#include "widgets/field_message.h"

namespace stallscope::app {
namespace {

const QString checks_place = QStringLiteral("/checks");
const QString probes_place = QStringLiteral("/probes");

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

}  // namespace

ChecksSection::ChecksSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(document, tr("Checks and probes"), {checks_place, probes_place}, parent),
      m_message(new FieldMessage),
      m_probes(new QLabel) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(heading(tr("Before the first window")));
    const QVector<ExperimentWord> known = words_for(WordSet::check);
    for (const ExperimentWord& check : known) {
        auto* box = new QCheckBox(tr("%1: %2").arg(check.word, check.means));
        box->setObjectName(QStringLiteral("check ") + check.word);
        connect(box, &QCheckBox::clicked, this,
                [this, word = check.word](bool on) { set_check(word, on); });
        m_boxes.append(box);
        layout->addWidget(box);
    }
    layout->addWidget(m_message);
    layout->addSpacing(12);
    layout->addWidget(heading(tr("Probes")));
    m_probes->setObjectName(QStringLiteral("probes"));
    m_probes->setWordWrap(true);
    m_probes->setTextFormat(Qt::PlainText);
    m_probes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_probes);
    layout->addStretch(1);
    connect(&document, &ExperimentDocument::changed, this, &ChecksSection::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &ChecksSection::update_all);
    update_all();
}

QStringList ChecksSection::checks() const {
    // What holds where the key is not there.
    if (!tree().has(checks_place))
        return {QStringLiteral("clock"), QStringLiteral("stamps"), QStringLiteral("bit-identity")};
    QStringList checks;
    for (qsizetype i = 0; i < tree().size(checks_place); ++i)
        checks.append(tree().shown(json_place(checks_place, i)));
    return checks;
}

void ChecksSection::set_check(const QString& check, bool on) {
    QStringList all = checks();
    if (on) {
        all.append(check);
    } else {
        all.removeAll(check);
    }
    document().edit(tr("check %1").arg(check),
                    tree().with(checks_place, QJsonArray::fromStringList(all)));
}

void ChecksSection::update_all() {
    const QStringList named = checks();
    const QStringList known = texts_for(WordSet::check);
    for (int i = 0; i < m_boxes.size(); ++i) {
        m_boxes.at(i)->setChecked(named.contains(known.at(i)));
        m_boxes.at(i)->setEnabled(can_edit());
    }
    const bool none = tree().size(probes_place) == 0;
    m_probes->setText((none ? tr("None.") : tree().line_at(probes_place)) + QLatin1Char('\n') +
                      tr("This version has no probes yet: the list must be empty to run."));
    QString says;
    for (const Problem& problem : document().problems())
        if (says.isEmpty() && covers(problem.where)) says = sentence_of(problem);
    m_message->set_text(says);
}

void ChecksSection::show_place(const QString&) {
    m_boxes.first()->setFocus(Qt::OtherFocusReason);
}

}  // namespace stallscope::app
