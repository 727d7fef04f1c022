// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "plan/metrics.h"
#include "plan/words.h"

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ExperimentWords", text);
}

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QVector<ExperimentWord> bindings() {
    return {{QStringLiteral("pydll"), tr("a native call that holds the interpreter lock")},
            {QStringLiteral("cdll"), tr("a native call that releases the lock meanwhile")},
            {QStringLiteral("callable"), tr("a Python callable, which does what it does")}};
}

QVector<ExperimentWord> orders() {
    return {{QStringLiteral("mirrored"),
             tr("each cycle draws a new order and runs it forwards and backwards, in windows of "
                "half the length, so that a drift cancels")},
            {QStringLiteral("interleaved"), tr("ABC ABC")},
            {QStringLiteral("reversed-odd"), tr("ABC CBA ABC")},
            {QStringLiteral("blocked"), tr("all cycles of A, then all of B")},
            {QStringLiteral("random"), tr("every cycle shuffles all visits")}};
}

QVector<ExperimentWord> checks() {
    return {{QStringLiteral("clock"),
             tr("resolution and cost of the clock, and that it is equal in all processes")},
            {QStringLiteral("stamps"), tr("that stamps are in order, and what they cost")},
            {QStringLiteral("bit-identity"), tr("that every binding gives the same answers")},
            {QStringLiteral("wake-lateness"),
             tr("how late another thread wakes from a sleep of 1 ms while a stream is called")}};
}

QString metric_means(const QString& metric) {
    if (metric == QLatin1String("return"))
        return tr("ms from the end of the service until the client has its answer");
    if (metric == QLatin1String("occupancy"))
        return tr("ms that a request keeps its dispatcher busy");
    if (metric == QLatin1String("service")) return tr("ms that the call itself takes");
    if (metric == QLatin1String("dispatch"))
        return tr("ms from the dispatcher taking the request to the service's start");
    if (metric == QLatin1String("send"))
        return tr("ms to write the request to the worker, with the lock taken back");
    if (metric == QLatin1String("queue")) return tr("ms in the stream's queue");
    if (metric == QLatin1String("not_reading"))
        return tr("ms from the end of the service until the dispatcher reads");
    if (metric == QLatin1String("transit"))
        return tr("ms until the reply has been read, once the dispatcher reads");
    if (metric == QLatin1String("lock_wait"))
        return tr("ms from the reply being read until its thread has the lock again");
    if (metric == QLatin1String("service_end_to_header"))
        return tr("ms from the end of the service until the reply's header is read");
    if (metric == QLatin1String("device")) return tr("ms on the device, by its own timer");
    if (metric == QLatin1String("off_device"))
        return tr("ms of the service that the device did not work");
    if (metric == QLatin1String("relock"))
        return tr("ms from the native call's end until its caller has the lock again");
    if (metric == QLatin1String("e2e")) return tr("ms from submission to answer");
    if (metric == QLatin1String("response_time"))
        return tr("ms from arrival to answer, which no backlog can hide");
    if (metric == QLatin1String("throughput")) return tr("requests per second");
    if (metric == QLatin1String("cpu")) return tr("ms of CPU per request");
    if (metric == QLatin1String("mismatches")) return tr("answers that differ from the reference");
    if (metric == QLatin1String("errors")) return tr("requests without an answer");
    if (metric == QLatin1String("served_as_declared"))
        return tr("whether every request was served where its cell says");
    return {};
}

QVector<ExperimentWord> metrics() {
    QVector<ExperimentWord> words;
    for (const Metric& metric : all_metrics())
        words.append({text_of(metric.name), metric_means(text_of(metric.name))});
    return words;
}

QString form_means(Form form) {
    switch (form) {
        case Form::at_most_ms:
            return tr("at most so many milliseconds");
        case Form::at_least_ms:
            return tr("at least so many milliseconds");
        case Form::at_most:
            return tr("at most so many, or such a share: \"1%\"");
        case Form::at_least:
            return tr("at least so much");
        case Form::worse_by_less_than:
            return tr("worse than the other cell by less than: \"5%\"");
        case Form::better_by_at_least:
            return tr("better than the other cell by at least: \"5%\"");
        case Form::at_least_times:
            return tr("better than the other cell by at least this factor");
        case Form::within:
            return tr("neither better nor worse than the other cell by: \"5%\"");
        case Form::gap_closed:
            return tr("at least this part of the way from one cell to another: \"90%\"");
    }
    return {};
}

QVector<ExperimentWord> forms() {
    QVector<ExperimentWord> words;
    for (const Word<Form>& word : form_words)
        words.append({text_of(word.text), form_means(word.value)});
    return words;
}

}  // namespace

QVector<ExperimentWord> words_for(WordSet set) {
    switch (set) {
        case WordSet::placement:
            return {
                {QStringLiteral("thread"), tr("on the stream's dispatcher thread, in the host")},
                {QStringLiteral("process"), tr("in a worker process of its own")}};
        case WordSet::binding:
            return bindings();
        case WordSet::lock:
            return {{QStringLiteral("interpreter"), tr("the interpreter's own lock")}};
        case WordSet::lifetime:
            return {{QStringLiteral("visit"), tr("a fresh host for every visit")},
                    {QStringLiteral("cell"),
                     tr("one host per cell for the whole run, for models that load for seconds")}};
        case WordSet::stamps:
            return {{QStringLiteral("native"),
                     tr("every step, the native call's first and last instruction, and the "
                        "device's timer")},
                    {QStringLiteral("stamps"), tr("every step of the reply")},
                    {QStringLiteral("off"), tr("only what the client sees")}};
        case WordSet::workload:
            return {{QStringLiteral("wait"), tr("sleeps")},
                    {QStringLiteral("spin"), tr("burns CPU")},
                    {QStringLiteral("opencl"), tr("a forward on an OpenCL device")},
                    {QStringLiteral("python"), tr("a callable of yours")}};
        case WordSet::wait_mode:
            return {
                {QStringLiteral("deadline"), tr("sleeps until an absolute time")},
                {QStringLiteral("usleep"), tr("sleeps for a time, which adds the timer's slack")},
                {QStringLiteral("spin"), tr("reads the clock until the time has come")}};
        case WordSet::load:
            return {
                {QStringLiteral("closed"),
                 tr("clients that ask again some time after they got their answer")},
                {QStringLiteral("loop"), tr("threads that call back to back, without a queue")}};
        case WordSet::answers:
            return {{QStringLiteral("bits"), tr("every answer is compared with its reference")},
                    {QStringLiteral("none"), tr("answers are not compared")}};
        case WordSet::length_statistic:
            return {{QStringLiteral("median"), {}},
                    {QStringLiteral("mean"), {}},
                    {QStringLiteral("p95"), {}}};
        case WordSet::order:
            return orders();
        case WordSet::interval:
            return {{QStringLiteral("paired"), tr("from the cycles' own differences")},
                    {QStringLiteral("pooled"),
                     tr("from the noise of all cells of the condition, where they are equally "
                        "noisy; needs three of them")}};
        case WordSet::looks:
            return {{QStringLiteral("obf"),
                     tr("after every complete cycle from the third on, at no higher risk of error "
                        "than one look at the end")},
                    {QStringLiteral("final"), tr("only after the last cycle")},
                    {QStringLiteral("anytime"),
                     tr("after every complete cycle, valid whenever you stop; wider intervals")}};
        case WordSet::check:
            return checks();
        case WordSet::metric:
            return metrics();
        case WordSet::form:
            return forms();
    }
    return {};
}

QStringList texts_for(WordSet set) {
    QStringList texts;
    const QVector<ExperimentWord> words = words_for(set);
    for (const ExperimentWord& word : words) texts.append(word.word);
    return texts;
}

QVector<ExperimentWord> statistics_for(const QString& metric) {
    QVector<ExperimentWord> words;
    const Metric* known = find_metric(metric.toStdString());
    if (!known) return words;
    for (const std::string& statistic : statistics_of(known->kind)) {
        QString means;
        if (statistic == "typical") means = tr("the median over the parts of the window");
        if (statistic == "total") means = tr("all requests over the whole window");
        words.append({QString::fromStdString(statistic), means});
    }
    return words;
}

QVector<ExperimentWord> forms_for(const QString& metric) {
    const Metric* known = find_metric(metric.toStdString());
    if (!known) return forms();
    QVector<ExperimentWord> words;
    for (const Form form : forms_of(known->kind))
        words.append({text_of(to_text(form)), form_means(form)});
    return words;
}

bool compares(const QString& form) {
    const std::string text = form.toStdString();
    return std::any_of(std::begin(form_words), std::end(form_words), [&](const Word<Form>& word) {
        return word.text == text && is_comparative(word.value);
    });
}

}  // namespace stallscope::app
