// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace stallscope {

/// What kind of thing went wrong; the command line turns it into its exit code.
enum class ErrorKind {
    usage,        ///< the command was not understood                               (exit 1)
    experiment,   ///< the experiment file is broken                                (exit 2)
    measurement,  ///< a host, a worker, a device or the run file failed            (exit 3)
    environment,  ///< the machine is not fit to measure on                         (exit 5)
    stale,        ///< a seal, a digest or an export does not fit the raw data      (exit 7)
    cancelled,    ///< somebody asked to stop                                       (exit 130)
};

/// What is wrong, where, and what to do about it. All three are for people.
struct Error {
    ErrorKind kind = ErrorKind::measurement;
    std::string says;         ///< a sentence without the place, no full stop needed
    std::string where;        ///< JSON pointer, file, cell or visit; empty when there is no place
    std::string hint;         ///< what to do; empty when there is nothing to say
    std::vector<Error> also;  ///< further faults found in the same pass (experiment files)
};

/// The value, or the error that is expected to happen now and then (interface of std::expected).
template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error from a function that returns Result<T>.
inline tl::unexpected<Error> fail(ErrorKind kind, std::string says, std::string where = {},
                                  std::string hint = {}) {
    return tl::unexpected<Error>(
        Error{kind, std::move(says), std::move(where), std::move(hint), {}});
}

/// One line per error: "WHERE: SAYS. HINT", the further faults on lines of their own.
std::string to_text(const Error& error);

}  // namespace stallscope
