// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "plan/seal.h"
#include "record/run_file.h"

using stallscope::RunWriter;
using stallscope::app::ExperimentDocument;
using stallscope::app::ExperimentHistory;
using stallscope::app::Problem;

class ExperimentDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void a_new_experiment_can_be_run_as_it_is();
    void opening_keeps_the_bytes_and_says_what_is_planned();
    void an_edit_is_judged_at_once_with_its_place();
    void every_edit_can_be_undone_and_done_again();
    void keystrokes_in_one_field_are_one_step();
    void an_edit_after_undo_drops_what_was_undone();
    void the_history_has_an_end();
    void saving_writes_the_file_and_going_back_is_a_change();
    void a_file_that_somebody_else_changed_is_not_overwritten();
    void a_folder_that_cannot_be_written_loses_nothing();
    void shipped_files_are_saved_elsewhere();
    void text_that_is_no_json_stays_and_is_named();
    void a_file_with_faults_opens_and_can_be_mended();
    void what_is_no_text_is_refused_and_the_open_one_stays();
    void options_change_the_plan_and_the_seal_but_not_the_file();
    void a_preset_that_is_removed_is_no_longer_chosen();
    void a_run_opens_as_it_was_sealed_and_is_read_only();
    void a_copy_of_a_run_can_be_edited_and_has_the_same_seal();
    void a_restored_draft_is_not_saved_yet();

private:
    QString file(const QString& name) const { return m_folder->filePath(name); }
    QString written(const QString& name, const QByteArray& bytes) const {
        QFile made(file(name));
        if (!made.open(QIODevice::WriteOnly) || made.write(bytes) != bytes.size()) return {};
        return made.fileName();
    }
    QString run_of(const stallscope::Experiment& experiment) const;
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

QString shipped(const char* name) {
    return QDir(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS)).filePath(QLatin1String(name));
}

QByteArray bytes_of(const QString& file) {
    QFile read(file);
    return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
}

QStringList places(const ExperimentDocument& document) {
    QStringList places;
    for (const Problem& problem : document.problems()) places.append(problem.where);
    return places;
}

}  // namespace

QString ExperimentDocumentTest::run_of(const stallscope::Experiment& experiment) const {
    const QString path = file(QStringLiteral("run.stallscope"));
    auto run = RunWriter::create(path.toStdString(), stallscope::seal_of(experiment), "{}", "{}");
    if (!run || !run->close()) return {};
    return path;
}

void ExperimentDocumentTest::a_new_experiment_can_be_run_as_it_is() {
    const ExperimentDocument document;
    QVERIFY2(document.problems().isEmpty(), qPrintable(places(document).join(' ')));
    QVERIFY(document.experiment() != nullptr);
    QCOMPARE(document.experiment()->cells.size(), std::size_t{3});
    QVERIFY(!document.is_modified());
    QVERIFY(document.needs_a_file());
    QVERIFY(!document.can_undo());
    QCOMPARE(document.name(), QStringLiteral("untitled"));
}

void ExperimentDocumentTest::opening_keeps_the_bytes_and_says_what_is_planned() {
    ExperimentDocument document;
    QVERIFY(document.open(shipped("completion-path.json")).has_value());
    QCOMPARE(document.text(), bytes_of(shipped("completion-path.json")));
    QCOMPARE(document.name(), QStringLiteral("completion-path"));
    QCOMPARE(document.folder(), QFileInfo(shipped("completion-path.json")).absolutePath());
    QCOMPARE(document.experiment()->directory.string(), document.folder().toStdString());
    // 5 cycles, forwards and backwards, over 3 cells in 3 conditions and one in 2.
    QCOMPARE(document.schedule().size(), std::size_t{110});
    QVERIFY(document.planned_seconds() > 110 * (10 + 2 + 2));
    QCOMPARE(document.seal().size(), 64);
}

void ExperimentDocumentTest::an_edit_is_judged_at_once_with_its_place() {
    ExperimentDocument document;
    const QSignalSpy changes(&document, &ExperimentDocument::changed);
    const QSignalSpy problems(&document, &ExperimentDocument::problems_changed);
    document.edit("cycles", document.tree().with("/cycles", 0));
    QCOMPARE(changes.count(), 1);
    QCOMPARE(problems.count(), 1);
    QCOMPARE(places(document), QStringList{"/cycles"});
    QVERIFY(document.problem_at("/cycles") != nullptr);
    QVERIFY(document.problem_at("/cycles")->says.contains("1"));
    QVERIFY(document.problem_at("/seed") == nullptr);
    QVERIFY(document.experiment() == nullptr);
    QVERIFY(document.seal().isEmpty());
    QCOMPARE(document.planned_seconds(), 0.0);

    document.edit("binding", document.tree().with("/cells/2/streams/neighbour/binding", "none"));
    QCOMPARE(places(document).size(), 2);
    QVERIFY(document.problem_at("/cells/2/streams/neighbour/binding") != nullptr);
    QCOMPARE(document.problems_within("/cells/2"), 1);
    QCOMPARE(document.problems_within("/cells/20"), 0);
    QCOMPARE(document.problems_within({}), 2);

    document.undo();
    document.undo();
    QVERIFY(document.problems().isEmpty());
    QCOMPARE(problems.count(), 4);
    document.edit("question", document.tree().with("/question", "why"));
    QCOMPARE(problems.count(), 4);
}

void ExperimentDocumentTest::every_edit_can_be_undone_and_done_again() {
    ExperimentDocument document;
    QList<QByteArray> texts{document.text()};
    const auto edit = [&](const char* label, const stallscope::app::ExperimentTree& tree) {
        document.edit(label, tree);
        texts.append(document.text());
    };
    edit("set", document.tree().with("/cells/0/streams/neighbour/placement", "process"));
    edit("remove", document.tree().without("/cells/1"));
    edit("insert", document.tree().inserted("/cells", 0, QJsonValue::Null));
    edit("move", document.tree().moved("/cells", 0, 1));
    edit("copy", document.tree().copied("/cells/0", "/cells", 2));
    edit("rename", document.tree().renamed("/streams", "reply", "answer"));
    edit("clear", document.tree().cleared("/cells/0/streams/neighbour/placement", "/cells/0"));
    document.edit_text("{ \"stallscope\": 1,");
    texts.append(document.text());

    for (qsizetype i = texts.size() - 1; i > 0; --i) {
        QCOMPARE(document.text(), texts.at(i));
        QVERIFY(document.can_undo());
        document.undo();
    }
    QCOMPARE(document.text(), texts.first());
    QVERIFY(!document.can_undo());
    QVERIFY(!document.is_modified());
    QCOMPARE(document.redo_label(), QStringLiteral("set"));
    for (qsizetype i = 1; i < texts.size(); ++i) {
        document.redo();
        QCOMPARE(document.text(), texts.at(i));
    }
    QVERIFY(!document.can_redo());
}

void ExperimentDocumentTest::keystrokes_in_one_field_are_one_step() {
    ExperimentDocument document;
    const QByteArray before = document.text();
    for (const char* typed : {"s", "se", "sec"})
        document.edit("name", document.tree().with("/name", typed), "/name");
    document.edit("seed", document.tree().with("/seed", 2), "/seed");
    document.undo();
    QCOMPARE(document.tree().shown("/name"), QStringLiteral("sec"));
    document.undo();
    QCOMPARE(document.text(), before);

    document.edit("name", document.tree().with("/name", "a"), "/name");
    document.end_merging();
    document.edit("name", document.tree().with("/name", "ab"), "/name");
    document.undo();
    QCOMPARE(document.tree().shown("/name"), QStringLiteral("a"));
    document.edit("name", document.tree().with("/name", "ac"), "/name");
    document.undo();
    QCOMPARE(document.tree().shown("/name"), QStringLiteral("a"));
}

void ExperimentDocumentTest::an_edit_after_undo_drops_what_was_undone() {
    ExperimentDocument document;
    document.edit("seed", document.tree().with("/seed", 2));
    document.undo();
    document.edit("cycles", document.tree().with("/cycles", 3));
    QVERIFY(!document.can_redo());
    QCOMPARE(document.undo_label(), QStringLiteral("cycles"));
    QCOMPARE(document.tree().shown("/seed"), QStringLiteral("1"));
}

void ExperimentDocumentTest::the_history_has_an_end() {
    ExperimentDocument document;
    for (int i = 0; i < static_cast<int>(ExperimentHistory::most_steps) + 20; ++i)
        document.edit("seed", document.tree().with("/seed", i + 2));
    int undone = 0;
    for (; document.can_undo(); ++undone) document.undo();
    QCOMPARE(undone, static_cast<int>(ExperimentHistory::most_steps) - 1);
}

void ExperimentDocumentTest::saving_writes_the_file_and_going_back_is_a_change() {
    ExperimentDocument document;
    const QByteArray first = document.text();
    QSignalSpy files(&document, &ExperimentDocument::file_changed);
    QVERIFY(!document.save().has_value());
    document.edit("seed", document.tree().with("/seed", 2));
    QCOMPARE(files.count(), 1);
    QVERIFY(document.is_modified());
    QVERIFY(document.save_as(file("a.json")).has_value());
    QCOMPARE(files.count(), 2);
    QVERIFY(!document.is_modified());
    QCOMPARE(bytes_of(file("a.json")), document.text());
    QCOMPARE(document.experiment()->directory.string(), m_folder->path().toStdString());
    document.undo();
    QVERIFY(document.is_modified());
    document.redo();
    QVERIFY(!document.is_modified());
    document.undo();
    QVERIFY(document.save().has_value());
    QCOMPARE(bytes_of(file("a.json")), first);
}

void ExperimentDocumentTest::a_file_that_somebody_else_changed_is_not_overwritten() {
    ExperimentDocument document;
    QVERIFY(document.save_as(file("a.json")).has_value());
    written("a.json", "{}");
    document.edit("seed", document.tree().with("/seed", 2));
    const auto saved = document.save();
    QVERIFY(!saved.has_value());
    QVERIFY(saved.error().says.find("another program") != std::string::npos);
    QCOMPARE(bytes_of(file("a.json")), QByteArray("{}"));
    QVERIFY(document.save_as(file("a.json")).has_value());
    QCOMPARE(bytes_of(file("a.json")), document.text());
}

void ExperimentDocumentTest::a_folder_that_cannot_be_written_loses_nothing() {
    ExperimentDocument document;
    document.edit("seed", document.tree().with("/seed", 2));
    const auto saved = document.save_as(file("no/such/folder/a.json"));
    QVERIFY(!saved.has_value());
    QVERIFY(!saved.error().hint.empty());
    QVERIFY(document.is_modified());
    QVERIFY(document.file().isEmpty());
    QCOMPARE(document.tree().shown("/seed"), QStringLiteral("2"));
}

void ExperimentDocumentTest::shipped_files_are_saved_elsewhere() {
    // share/stallscope beside the program, which is the build tree's here.
    const QString share = QCoreApplication::applicationDirPath() +
                          QStringLiteral("/../share/stallscope/experiments/completion-path.json");
    if (!QFileInfo::exists(share)) QSKIP("the build tree has no share folder yet");
    ExperimentDocument document;
    QVERIFY(document.open(QDir::cleanPath(share)).has_value());
    QVERIFY(document.needs_a_file());
    QVERIFY(!document.save().has_value());
}

void ExperimentDocumentTest::text_that_is_no_json_stays_and_is_named() {
    ExperimentDocument document;
    const auto before = document.tree();
    const QByteArray broken = document.text().chopped(3);
    document.edit_text(broken);
    QVERIFY(!document.is_readable());
    QCOMPARE(document.text(), broken);
    QCOMPARE(document.problems().size(), 1);
    QVERIFY(document.problems().first().where.startsWith("line "));
    QVERIFY2(document.tree() == before, "the last tree that could be read is shown");
    document.edit("seed", document.tree().with("/seed", 2));
    QCOMPARE(document.text(), broken);
    QVERIFY(document.save_as(file("broken.json")).has_value());
    QCOMPARE(bytes_of(file("broken.json")), broken);
    document.edit_text("{ \"stallscope\": 1 }");
    QVERIFY(document.is_readable());
    QVERIFY(document.problem_at("/name") != nullptr);
}

void ExperimentDocumentTest::a_file_with_faults_opens_and_can_be_mended() {
    ExperimentDocument document;
    QVERIFY(document.open(written("f.json", R"({ "stallscope": 1, "name": "x", "cycels": 3 })")));
    QVERIFY(document.problem_at("/cycels") != nullptr);
    QVERIFY(document.problem_at("/streams") != nullptr);
    document.edit("cycles", document.tree().renamed({}, "cycels", "cycles"));
    QVERIFY(document.problem_at("/cycels") == nullptr);
    QCOMPARE(document.tree().keys({}), QStringList({"stallscope", "name", "cycles"}));
}

void ExperimentDocumentTest::what_is_no_text_is_refused_and_the_open_one_stays() {
    ExperimentDocument document;
    const QByteArray before = document.text();
    for (const QString& wrong : {file("none.json"), m_folder->path(),
                                 written("bytes.json", QByteArray("\xff\xfe{}", 4))}) {
        const auto opened = document.open(wrong);
        QVERIFY(!opened.has_value());
        QCOMPARE(QString::fromStdString(opened.error().where), wrong);
        QCOMPARE(document.text(), before);
    }
}

void ExperimentDocumentTest::options_change_the_plan_and_the_seal_but_not_the_file() {
    ExperimentDocument document;
    QVERIFY(document.open(shipped("completion-path.json")).has_value());
    const double seconds = document.planned_seconds();
    const QString seal = document.seal();
    document.set_options({QStringLiteral("quick"), 2.5, 4});
    QCOMPARE(document.experiment()->windows.seconds, 2.5);
    QCOMPARE(document.experiment()->cycles, 4);
    QVERIFY(document.planned_seconds() < seconds / 4);
    QVERIFY(document.seal() != seal);
    QVERIFY(!document.is_modified());
    QCOMPARE(document.option_arguments(),
             QStringList({"--preset", "quick", "--seconds", "2.5", "--cycles", "4"}));
    document.set_options({{}, 0.001, {}});
    QVERIFY(document.problem_at("/windows/seconds") != nullptr);
}

void ExperimentDocumentTest::a_preset_that_is_removed_is_no_longer_chosen() {
    ExperimentDocument document;
    QVERIFY(document.open(shipped("completion-path.json")).has_value());
    document.set_options({QStringLiteral("quick"), {}, {}});
    document.edit("preset", document.tree().without("/presets/quick"));
    QVERIFY(document.options().preset.isEmpty());
    QVERIFY(document.problems().isEmpty());
}

void ExperimentDocumentTest::a_run_opens_as_it_was_sealed_and_is_read_only() {
    ExperimentDocument original;
    QVERIFY(original.open(shipped("completion-path.json")).has_value());
    original.set_options({QStringLiteral("quick"), {}, {}});
    const QString run = run_of(*original.experiment());
    QVERIFY(!run.isEmpty());

    ExperimentDocument document;
    QVERIFY(document.open_run(run).has_value());
    QVERIFY(document.is_read_only());
    QCOMPARE(document.run_file(), run);
    QCOMPARE(document.seal(), original.seal());
    QCOMPARE(document.experiment()->cycles, 3);
    QCOMPARE(document.tree().keys({}).first(), QStringLiteral("stallscope"));
    QCOMPARE(document.tree().keys("/cells/0"), QStringList({"id", "says"}));
    const QByteArray text = document.text();
    document.edit("seed", document.tree().with("/seed", 2));
    document.edit_text("{}");
    QCOMPARE(document.text(), text);
    QVERIFY(!document.can_undo());
    QVERIFY(!document.is_modified());
    QVERIFY(!document.open_run(shipped("completion-path.json")).has_value());
    QVERIFY2(document.is_read_only(), "a run that cannot be opened changes nothing");
}

void ExperimentDocumentTest::a_copy_of_a_run_can_be_edited_and_has_the_same_seal() {
    ExperimentDocument document;
    const QString seal = document.seal();
    const QString run = run_of(*document.experiment());
    QVERIFY(document.open_run(run).has_value());
    document.make_copy();
    QVERIFY(!document.is_read_only());
    QVERIFY(document.file().isEmpty());
    QCOMPARE(document.seal(), seal);
    document.edit("seed", document.tree().with("/seed", 2));
    QVERIFY(document.is_modified());
    QVERIFY(document.seal() != seal);
}

void ExperimentDocumentTest::a_restored_draft_is_not_saved_yet() {
    ExperimentDocument document;
    QVERIFY(document.save_as(file("a.json")).has_value());
    const QByteArray saved = document.text();
    const QByteArray draft = document.tree().with("/seed", 7).text();
    ExperimentDocument next;
    next.restore(draft, file("a.json"));
    QVERIFY(next.is_modified());
    QCOMPARE(next.tree().shown("/seed"), QStringLiteral("7"));
    QVERIFY(next.save().has_value());
    QCOMPARE(bytes_of(file("a.json")), draft);
    next.restore("{ \"never\": ", {});
    QVERIFY(next.is_modified());
    QVERIFY(!next.is_readable());
}

QTEST_GUILESS_MAIN(ExperimentDocumentTest)
#include "experiment_document_test.moc"
