// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/criterion_details.h"

#include <QCoreApplication>

#include "core/verdict_words.h"
#include "report/numbers.h"

namespace stallscope::app {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("CriterionDetails", text);
}

QString text_of(const std::string& text) {
    return QString::fromStdString(text);
}

/// Of one member of the family: one condition, one side of a "within".
QString name_of_part(const CriterionFigures& part) {
    QString name = translated("in %1").arg(text_of(part.condition));
    if (!part.side.empty()) name += translated(", %1 side").arg(text_of(part.side));
    return name;
}

class Details {
public:
    void add(const char* what, const QString& value) {
        if (!value.isEmpty() && value != QStringLiteral("–")) {
            m_lines.push_back({translated(what), value});
        }
    }
    void add_line(const QString& what, const QString& value) { m_lines.push_back({what, value}); }
    QVector<DetailLine> take() { return std::move(m_lines); }

private:
    QVector<DetailLine> m_lines;
};

void add_statistics(Details& details, const CriterionFigures& figures, const std::string& unit) {
    const auto plain = [](const std::optional<double>& value) {
        return value ? QString::number(*value, 'g', 4) : QString();
    };
    if (figures.n > 0) {
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "cycles that count"),
                    QString::number(figures.n));
    }
    if (figures.look > 0) {
        QString look = QString::number(figures.look);
        if (figures.locked_at) {
            look +=
                translated(QT_TRANSLATE_NOOP("CriterionDetails", ", the word is locked since %1"))
                    .arg(*figures.locked_at);
        }
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "look after cycle"), look);
    }
    if (figures.level) {
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "level of this look, one-sided"),
                    text_of(percent_text(*figures.level)));
    }
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "95 % interval"),
                interval_text(figures.low95, figures.high95, unit));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "interval made"),
                figures.interval == "none" ? QString() : text_of(figures.interval));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "of the pooled means"),
                amount_text(figures.mean_estimate, unit));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "spread over the cycles, s_d"),
                plain(figures.s_d));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "p that it is met"), plain(figures.p_met));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "p that it is not met"),
                plain(figures.p_not));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "the same after Holm"),
                plain(figures.adjusted_p));
}

}  // namespace

QString amount_text(const std::optional<double>& value, const std::string& unit) {
    if (!value) return QStringLiteral("–");
    if (unit == "ratio" || unit == "times") {
        return QStringLiteral("×") + text_of(fixed_text(*value, 3));
    }
    if (unit == "count") return text_of(fixed_text(*value, 0));
    if (unit == "points") {
        return translated(QT_TRANSLATE_NOOP("CriterionDetails", "%1 points"))
            .arg(text_of(fixed_text(*value * 100, 2)));
    }
    if (unit == "share") return text_of(percent_text(*value));
    return text_of(ms_text(*value)) + QLatin1Char(' ') + text_of(unit);
}

QString interval_text(const std::optional<double>& low, const std::optional<double>& high,
                      const std::string& unit) {
    if (!low || !high) return QStringLiteral("–");
    return QStringLiteral("%1 … %2").arg(amount_text(low, unit), amount_text(high, unit));
}

QString to_decide(const CriterionFigures& figures) {
    if (figures.status != "undecided" && figures.status != "unresolvable") return {};
    if (figures.more_than_200) {
        return translated(
            QT_TRANSLATE_NOOP("CriterionDetails",
                              "More than 200 cycles in a new run: the effect is too near to its "
                              "bound. Longer windows, a quieter machine or another bound."));
    }
    if (!figures.cycles_needed) return {};
    return translated(QT_TRANSLATE_NOOP(
                          "CriterionDetails",
                          "About %1 cycles in a new run, for a word in four of five such runs."))
        .arg(*figures.cycles_needed);
}

QVector<DetailLine> criterion_details(const CriterionResult& criterion, const RunResults& results) {
    Details details;
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "as sealed"), text_of(criterion.says));
    if (criterion.after_seal) {
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "seal"),
                    translated(QT_TRANSLATE_NOOP("CriterionDetails",
                                                 "added or changed after it, so it is no test")));
    }
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "bound"),
                amount_text(criterion.margin, criterion.unit));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "bound chosen by"),
                text_of(criterion.margin_from));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "value"),
                amount_text(criterion.value, criterion.unit));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "interval of this look"),
                interval_text(criterion.low, criterion.high, criterion.unit));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "in words"), text_of(criterion.why));
    details.add(QT_TRANSLATE_NOOP("CriterionDetails", "to decide it"), to_decide(criterion));
    for (const std::string& note : criterion.notes) {
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "note"), text_of(note));
    }
    if (criterion.mechanism_only) {
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "holds for"),
                    translated(QT_TRANSLATE_NOOP(
                        "CriterionDetails",
                        "the mechanism only: the figure is one of an emulated device")));
    }
    for (const CriterionFigures& part : criterion.parts) {
        details.add_line(
            name_of_part(part),
            QStringLiteral("%1 %2: %3 (%4)")
                .arg(verdict_sign(text_of(part.status)), verdict_word(text_of(part.status)),
                     amount_text(part.value, criterion.unit),
                     interval_text(part.low, part.high, criterion.unit)));
    }
    for (const LabelledConclusion& conclusion : results.conclusions) {
        if (conclusion.criterion != criterion.id) continue;
        details.add_line(text_of(conclusion.label), text_of(conclusion.says));
    }
    for (const CriterionResult& other : results.without_exclusion) {
        if (other.id != criterion.id) continue;
        details.add(QT_TRANSLATE_NOOP("CriterionDetails", "without any exclusion"),
                    verdict_word(text_of(other.status)));
    }
    add_statistics(details, criterion, criterion.unit);
    return details.take();
}

}  // namespace stallscope::app
