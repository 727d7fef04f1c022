// SPDX-License-Identifier: Apache-2.0
#include "plan/words.h"

namespace stallscope {

std::string_view to_text(ExperimentKind value) {
    return word_for(value, experiment_kind_words);
}
std::string_view to_text(HostKind value) {
    return word_for(value, host_kind_words);
}
std::string_view to_text(Placement value) {
    return word_for(value, placement_words);
}
std::string_view to_text(Binding value) {
    return word_for(value, binding_words);
}
std::string_view to_text(Order value) {
    return word_for(value, order_words);
}
std::string_view to_text(Form value) {
    return word_for(value, form_words);
}
std::string_view to_text(IntervalKind value) {
    return word_for(value, interval_words);
}
std::string_view to_text(Looks value) {
    return word_for(value, looks_words);
}
std::string_view to_text(Lifetime value) {
    return word_for(value, lifetime_words);
}
std::string_view to_text(Instrumentation value) {
    return word_for(value, instrumentation_words);
}

}  // namespace stallscope
