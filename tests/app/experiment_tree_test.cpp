// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_tree.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using stallscope::app::ExperimentTree;
using stallscope::app::json_place;

class ExperimentTreeTest : public QObject {
    Q_OBJECT

private slots:
    void a_shipped_file_keeps_every_value_and_the_order_of_its_keys_data();
    void a_shipped_file_keeps_every_value_and_the_order_of_its_keys();
    void numbers_and_texts_are_written_as_they_were_meant();
    void what_fits_into_a_hundred_columns_stays_on_one_line();
    void columns_are_characters_not_bytes();
    void a_key_that_stands_twice_is_refused_not_lost();
    void text_that_is_no_json_names_the_place();
    void places_are_pointers();
    void with_makes_the_way_and_keeps_the_rest();
    void with_text_keeps_the_order_of_its_keys();
    void edits_give_new_trees_and_leave_the_old_one();
    void elements_are_inserted_moved_copied_and_removed();
    void clearing_takes_the_objects_away_that_it_emptied();
    void a_renamed_key_keeps_its_place();
    void edits_of_places_that_are_not_there_change_nothing();
    void a_sealed_text_is_put_into_the_usual_order();
};

namespace {

ExperimentTree tree(const char* json) {
    const auto parsed = ExperimentTree::parse(json);
    if (!parsed) qFatal("not a tree: %s", json);
    return *parsed;
}

QString line(const ExperimentTree& tree) {
    return tree.line_at({});
}

}  // namespace

void ExperimentTreeTest::a_shipped_file_keeps_every_value_and_the_order_of_its_keys_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS));
    const QStringList files = folder.entryList({QStringLiteral("*.json")});
    QVERIFY(files.size() >= 4);
    for (const QString& name : files) QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void ExperimentTreeTest::a_shipped_file_keeps_every_value_and_the_order_of_its_keys() {
    QFETCH(QString, file);
    QFile shipped(file);
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    const QByteArray bytes = shipped.readAll();
    const auto read = ExperimentTree::parse(bytes);
    QVERIFY(read.has_value());
    QCOMPARE(QJsonDocument::fromJson(read->text()), QJsonDocument::fromJson(bytes));
    QCOMPARE(read->keys({}).first(), QStringLiteral("stallscope"));
    const auto again = ExperimentTree::parse(read->text());
    QVERIFY(again.has_value());
    QCOMPARE(again->text(), read->text());
    QVERIFY(*again == *read);
    const QList<QByteArray> lines = read->text().split('\n');
    for (const QByteArray& one : lines) {
        // What cannot be broken (a long sentence) may be longer.
        if (one.size() > 100) QVERIFY2(one.count('"') <= 4, one.constData());
    }
}

void ExperimentTreeTest::numbers_and_texts_are_written_as_they_were_meant() {
    const ExperimentTree all = tree(
        R"({ "i": 9007199254740991, "d": 0.1, "n": -3, "e": 1e-7, "t": "ä \"q\" \\ \n", "f": true, "z": null })");
    QCOMPARE(line(all), QStringLiteral("{ \"i\": 9007199254740991, \"d\": 0.1, \"n\": -3, "
                                       "\"e\": 1e-07, \"t\": \"ä \\\"q\\\" \\\\ \\n\", "
                                       "\"f\": true, \"z\": null }"));
    QCOMPARE(all.shown("/d"), QStringLiteral("0.1"));
    QCOMPARE(all.shown("/t"), QStringLiteral("ä \"q\" \\ \n"));
    QCOMPARE(all.shown("/f"), QStringLiteral("true"));
    QCOMPARE(all.with("/d", 9.5).shown("/d"), QStringLiteral("9.5"));
    QCOMPARE(all.with("/d", 12).shown("/d"), QStringLiteral("12"));
}

void ExperimentTreeTest::what_fits_into_a_hundred_columns_stays_on_one_line() {
    QCOMPARE(tree(R"({"a":{"b":[1,2],"c":{}},"d":[]})").text(),
             QByteArray("{\n  \"a\": { \"b\": [1, 2], \"c\": {} },\n  \"d\": []\n}\n"));
    // `  "k": ["xx…x", 1],` is 15 columns and the x's: 85 of them fit, 86 do not.
    for (const auto& [length, lines] : {std::pair(85, 4), std::pair(86, 7)}) {
        const QByteArray json = "{\"k\": [\"" + QByteArray(length, 'x') + "\", 1], \"l\": 1}";
        QCOMPARE(tree(json).text().count('\n'), lines);
    }
}

void ExperimentTreeTest::columns_are_characters_not_bytes() {
    const QByteArray json =
        "{\"k\": [\"" + QStringLiteral("ä").repeated(85).toUtf8() + "\", 1], \"l\": 1}";
    QCOMPARE(tree(json).text().count('\n'), 4);
}

void ExperimentTreeTest::a_key_that_stands_twice_is_refused_not_lost() {
    const auto parsed = ExperimentTree::parse(R"({"a": 1, "b": {"c": 1, "c": 2}})");
    QVERIFY(!parsed.has_value());
    QCOMPARE(QString::fromStdString(parsed.error().where), QStringLiteral("/b/c"));
}

void ExperimentTreeTest::text_that_is_no_json_names_the_place() {
    const auto parsed = ExperimentTree::parse("{\n  \"a\": ,\n}");
    QVERIFY(!parsed.has_value());
    QVERIFY2(parsed.error().where.find("line 2") != std::string::npos,
             parsed.error().where.c_str());
    QVERIFY(!ExperimentTree::parse("").has_value());
    QVERIFY(!ExperimentTree::parse(QByteArray(100, '[') + QByteArray(100, ']')).has_value());
}

void ExperimentTreeTest::places_are_pointers() {
    const ExperimentTree all = tree(R"({"cells": [{"id": "A"}, {"id": "B"}], "a/b": 1, "c~d": 2})");
    QCOMPARE(all.shown("/cells/1/id"), QStringLiteral("B"));
    QCOMPARE(all.shown(json_place({}, QStringLiteral("a/b"))), QStringLiteral("1"));
    QCOMPARE(all.shown(json_place({}, QStringLiteral("c~d"))), QStringLiteral("2"));
    QCOMPARE(all.size("/cells"), 2);
    QCOMPARE(all.keys("/cells/0"), QStringList{"id"});
    for (const char* nowhere :
         {"/cells/2", "/cells/01", "/cells/-", "/none", "cells", "/cells/0/x"})
        QVERIFY2(!all.has(nowhere), nowhere);
    QVERIFY(all.value("/none").isUndefined());
    QCOMPARE(all.value("/cells/0").toObject().value("id").toString(), QStringLiteral("A"));
}

void ExperimentTreeTest::with_makes_the_way_and_keeps_the_rest() {
    const ExperimentTree all = tree(R"({"z": 1, "cells": [{"id": "A"}], "a": 2})");
    QCOMPARE(line(all.with("/cells/0/streams/ane/placement", "process")),
             QStringLiteral("{ \"z\": 1, \"cells\": [{ \"id\": \"A\", \"streams\": { \"ane\": { "
                            "\"placement\": \"process\" } } }], \"a\": 2 }"));
    QCOMPARE(line(all.with("/z", QJsonValue::Null).with("/z/new", 3)),
             QStringLiteral("{ \"z\": { \"new\": 3 }, \"cells\": [{ \"id\": \"A\" }], \"a\": 2 }"));
    QCOMPARE(all.with("/cells/1", "x").size("/cells"), 2);
}

void ExperimentTreeTest::with_text_keeps_the_order_of_its_keys() {
    const auto changed = tree(R"({"a": 1})").with_text("/w", R"({"z": 1, "b": {"y": 2, "x": 3}})");
    QVERIFY(changed.has_value());
    QCOMPARE(changed->line_at("/w"), QStringLiteral("{ \"z\": 1, \"b\": { \"y\": 2, \"x\": 3 } }"));
    QVERIFY(!tree("{}").with_text("/w", "{").has_value());
}

void ExperimentTreeTest::edits_give_new_trees_and_leave_the_old_one() {
    const ExperimentTree before = tree(R"({"a": [1, 2, 3], "b": 1})");
    const QByteArray text = before.text();
    const ExperimentTree after = before.with("/b", 2).without("/a/0").moved("/a", 0, 1);
    QCOMPARE(before.text(), text);
    QCOMPARE(line(after), QStringLiteral("{ \"a\": [3, 2], \"b\": 2 }"));
    QVERIFY(!(after == before));
    QVERIFY(before.with("/b", 1) == before);
    QVERIFY2(!(tree(R"({"a": 1, "b": 2})") == tree(R"({"b": 2, "a": 1})")),
             "the order of keys is part of a file");
}

void ExperimentTreeTest::elements_are_inserted_moved_copied_and_removed() {
    const ExperimentTree all = tree(R"({"l": [1, 2, 3, 4], "o": {"y": 1, "x": 2}})");
    QCOMPARE(all.moved("/l", 0, 2).line_at("/l"), QStringLiteral("[2, 3, 1, 4]"));
    QCOMPARE(all.moved("/l", 3, 0).line_at("/l"), QStringLiteral("[4, 1, 2, 3]"));
    QCOMPARE(all.inserted("/l", 0, 9).line_at("/l"), QStringLiteral("[9, 1, 2, 3, 4]"));
    QCOMPARE(all.inserted("/l", 4, 9).line_at("/l"), QStringLiteral("[1, 2, 3, 4, 9]"));
    QCOMPARE(all.inserted("/new", 0, 9).line_at("/new"), QStringLiteral("[9]"));
    QCOMPARE(all.copied("/o", "/l", 1).line_at("/l"),
             QStringLiteral("[1, { \"y\": 1, \"x\": 2 }, 2, 3, 4]"));
    QCOMPARE(all.without("/l/1").line_at("/l"), QStringLiteral("[1, 3, 4]"));
    QCOMPARE(all.without("/o/y").line_at("/o"), QStringLiteral("{ \"x\": 2 }"));
}

void ExperimentTreeTest::clearing_takes_the_objects_away_that_it_emptied() {
    const ExperimentTree all =
        tree(R"({"c": [{"id": "A", "s": {"g": {"p": 1, "q": 2}, "h": {"p": 1}}}]})");
    QCOMPARE(all.cleared("/c/0/s/g/p", "/c/0").line_at("/c/0/s"),
             QStringLiteral("{ \"g\": { \"q\": 2 }, \"h\": { \"p\": 1 } }"));
    QCOMPARE(all.cleared("/c/0/s/h/p", "/c/0").line_at("/c/0/s"),
             QStringLiteral("{ \"g\": { \"p\": 1, \"q\": 2 } }"));
    const ExperimentTree one = tree(R"({"c": [{"s": {"g": {"p": 1}}}]})");
    QCOMPARE(line(one.cleared("/c/0/s/g/p", "/c/0")), QStringLiteral("{ \"c\": [{}] }"));
}

void ExperimentTreeTest::a_renamed_key_keeps_its_place() {
    const ExperimentTree all = tree(R"({"s": {"a": 1, "b": 2, "c": 3}})");
    QCOMPARE(all.renamed("/s", "b", "neu").keys("/s"), QStringList({"a", "neu", "c"}));
    QCOMPARE(all.renamed("/s", "b", "neu").shown("/s/neu"), QStringLiteral("2"));
    QVERIFY2(all.renamed("/s", "b", "c") == all, "nothing is overwritten");
}

void ExperimentTreeTest::edits_of_places_that_are_not_there_change_nothing() {
    const ExperimentTree all = tree(R"({"l": [1], "n": 5})");
    QVERIFY(all.without("/x") == all);
    QVERIFY(all.without({}) == all);
    QVERIFY(all.with("/n/x", 1) == all);
    QVERIFY(all.with("/l/7", 1) == all);
    QVERIFY(all.moved("/l", 0, 1) == all);
    QVERIFY(all.moved("/n", 0, 0) == all);
    QVERIFY(all.inserted("/l", 2, 1) == all);
    QVERIFY(all.inserted("/n", 0, 1) == all);
    QVERIFY(all.copied("/x", "/l", 0) == all);
    QVERIFY(all.renamed("/l", "a", "b") == all);
    QVERIFY(all.cleared("/x/y", {}) == all);
}

void ExperimentTreeTest::a_sealed_text_is_put_into_the_usual_order() {
    const ExperimentTree all =
        tree(R"({"cells": [{"host": {}, "id": "A", "says": ""}], "name": "n", "stallscope": 1})");
    QCOMPARE(line(all.in_usual_order()),
             QStringLiteral("{ \"stallscope\": 1, \"name\": \"n\", \"cells\": [{ \"id\": \"A\", "
                            "\"says\": \"\", \"host\": {} }] }"));
}

QTEST_GUILESS_MAIN(ExperimentTreeTest)
#include "experiment_tree_test.moc"
