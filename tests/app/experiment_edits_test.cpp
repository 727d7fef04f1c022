// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_edits.h"

#include <QDir>
#include <QTest>

#include "core/experiment_document.h"
#include "core/experiment_words.h"

using namespace stallscope::app;

class ExperimentEditsTest : public QObject {
    Q_OBJECT

private slots:
    void init();

    void a_name_that_is_taken_gets_a_number();
    void names_are_followed_into_presets_and_measured_lengths();
    void a_stream_goes_with_what_only_it_has();
    void every_kind_of_workload_starts_valid();
    void every_form_that_fits_a_metric_starts_valid_data();
    void every_form_that_fits_a_metric_starts_valid();

private:
    ExperimentTree tree() const { return m_document->tree(); }
    /// What is wrong once the tree is the document's; empty: nothing.
    QString faults_of(const ExperimentTree& tree) {
        m_document->edit("x", tree);
        QStringList faults;
        for (const Problem& problem : m_document->problems())
            faults.append(problem.where + ": " + problem.says);
        return faults.join("; ");
    }
    void open(const char* name) {
        const QDir shipped(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS));
        QVERIFY(m_document->open(shipped.filePath(QLatin1String(name))).has_value());
    }
    std::unique_ptr<ExperimentDocument> m_document;
};

void ExperimentEditsTest::init() {
    m_document = std::make_unique<ExperimentDocument>();
    open("completion-path.json");
}

void ExperimentEditsTest::a_name_that_is_taken_gets_a_number() {
    QCOMPARE(free_name("A", {}), QStringLiteral("A"));
    QCOMPARE(free_name("A", {"A", "A2"}), QStringLiteral("A3"));
}

void ExperimentEditsTest::names_are_followed_into_presets_and_measured_lengths() {
    open("completion-probe.json");
    auto with_preset = tree().with_text(
        "/presets/short", R"({"cells": [{"id": "idle"}, {"id": "held", "duplicate_of": "idle"}]})");
    QVERIFY(with_preset.has_value());
    ExperimentTree changed = with_cell_named(*with_preset, 0, "nothing");
    QCOMPARE(changed.shown("/presets/short/cells/1/duplicate_of"), QStringLiteral("nothing"));
    QCOMPARE(changed.shown("/criteria/6/against"), QStringLiteral("nothing"));
    changed = with_stream_named(tree(), "neighbour", "other");
    QCOMPARE(changed.shown("/cells/3/streams/other/workload/ms/measured_length/stream"),
             QStringLiteral("other"));
    QCOMPARE(faults_of(changed), QString());
    QVERIFY(with_stream_named(tree(), "neighbour", "gpu") == tree());
}

void ExperimentEditsTest::a_stream_goes_with_what_only_it_has() {
    const ExperimentTree left = without_stream(tree(), "ane");
    QCOMPARE(left.keys("/streams"), QStringList{"gpu"});
    QCOMPARE(left.line_at("/cells/2"),
             QStringLiteral("{ \"id\": \"B\", \"says\": \"own process\" }"));
    QCOMPARE(left.line_at("/conditions/2/streams"), QStringLiteral("[\"gpu\"]"));
    QVERIFY2(faults_of(left).contains("/criteria/3/stream"),
             "its criteria are the user's to decide");
}

void ExperimentEditsTest::every_kind_of_workload_starts_valid() {
    // Without the cells and criteria that are about one binding.
    const ExperimentTree plain = tree().without("/criteria").without("/cells/3");
    for (const QString& kind : texts_for(WordSet::workload)) {
        const ExperimentTree changed = with_workload_kind(plain, "/streams/ane", kind);
        QVERIFY2(faults_of(changed).isEmpty(), qPrintable(faults_of(changed)));
        QCOMPARE(changed.shown("/streams/ane/workload/kind"), kind);
        const ExperimentTree back = with_workload_kind(changed, "/streams/ane", "wait");
        QVERIFY2(faults_of(back).isEmpty(), qPrintable(faults_of(back)));
    }
}

void ExperimentEditsTest::every_form_that_fits_a_metric_starts_valid_data() {
    QTest::addColumn<QString>("criterion");
    QTest::newRow("time") << "/criteria/0";
    QTest::newRow("rate") << "/criteria/3";
    QTest::newRow("count") << "/criteria/6";
    QTest::newRow("census") << "/criteria/5";
}

void ExperimentEditsTest::every_form_that_fits_a_metric_starts_valid() {
    QFETCH(QString, criterion);
    const QString metric = tree().shown(criterion + "/metric");
    const QVector<ExperimentWord> forms = forms_for(metric);
    QVERIFY(!forms.isEmpty());
    // From each form to each other one, in a cell that is neither of the first two.
    for (const ExperimentWord& from : forms) {
        const ExperimentTree before = with_criterion_form(tree(), criterion, from.word);
        QCOMPARE(faults_of(before), QString());
        for (const ExperimentWord& to : forms) {
            const ExperimentTree after = with_criterion_form(before, criterion, to.word);
            QCOMPARE(criterion_form(after, criterion), to.word);
            QCOMPARE(faults_of(after), QString());
        }
    }
}

QTEST_GUILESS_MAIN(ExperimentEditsTest)
#include "experiment_edits_test.moc"
