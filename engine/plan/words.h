// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// A value and the word that stands for it in the experiment file.
template <class E>
struct Word {
    E value;
    std::string_view text;
};

inline constexpr Word<ExperimentKind> experiment_kind_words[] = {
    {ExperimentKind::requests, "requests"}, {ExperimentKind::batch, "batch"}};
inline constexpr Word<HostKind> host_kind_words[] = {{HostKind::python, "python"},
                                                     {HostKind::native, "native"}};
inline constexpr Word<Placement> placement_words[] = {{Placement::thread, "thread"},
                                                      {Placement::process, "process"}};
inline constexpr Word<Binding> binding_words[] = {
    {Binding::pydll, "pydll"}, {Binding::cdll, "cdll"}, {Binding::callable, "callable"}};
inline constexpr Word<Lifetime> lifetime_words[] = {{Lifetime::visit, "visit"},
                                                    {Lifetime::cell, "cell"}};
inline constexpr Word<Instrumentation> instrumentation_words[] = {
    {Instrumentation::off, "off"},
    {Instrumentation::stamps, "stamps"},
    {Instrumentation::native, "native"}};
inline constexpr Word<Order> order_words[] = {{Order::mirrored, "mirrored"},
                                              {Order::interleaved, "interleaved"},
                                              {Order::reversed_odd, "reversed-odd"},
                                              {Order::blocked, "blocked"},
                                              {Order::random, "random"}};
inline constexpr Word<WaitMode> wait_mode_words[] = {
    {WaitMode::deadline, "deadline"}, {WaitMode::usleep, "usleep"}, {WaitMode::spin, "spin"}};
inline constexpr Word<Form> form_words[] = {{Form::at_most_ms, "at_most_ms"},
                                            {Form::at_least_ms, "at_least_ms"},
                                            {Form::at_most, "at_most"},
                                            {Form::at_least, "at_least"},
                                            {Form::worse_by_less_than, "worse_by_less_than"},
                                            {Form::better_by_at_least, "better_by_at_least"},
                                            {Form::at_least_times, "at_least_times"},
                                            {Form::within, "within"},
                                            {Form::gap_closed, "gap_closed"}};
inline constexpr Word<IntervalKind> interval_words[] = {{IntervalKind::paired, "paired"},
                                                        {IntervalKind::pooled, "pooled"}};
inline constexpr Word<Looks> looks_words[] = {
    {Looks::obf, "obf"}, {Looks::final, "final"}, {Looks::anytime, "anytime"}};

template <class E, std::size_t N>
std::string_view word_for(E value, const Word<E> (&words)[N]) {
    for (const Word<E>& word : words)
        if (word.value == value) return word.text;
    return {};
}

template <class E, std::size_t N>
std::vector<std::string> texts_of(const Word<E> (&words)[N]) {
    std::vector<std::string> texts;
    for (const Word<E>& word : words) texts.emplace_back(word.text);
    return texts;
}

}  // namespace stallscope
