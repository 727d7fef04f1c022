# SPDX-License-Identifier: Apache-2.0
"""The Python host: the process under test. Started by the engine, never by hand.

    python stallscope_host.py --control FD --arena FD --guard FD --library PATH

What it says and hears is in resources/docs/host-protocol.md. Its workers are started with the same
file and --worker instead of --control.
"""

from __future__ import annotations

import argparse
import os
import sys


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    end = parser.add_mutually_exclusive_group(required=True)
    end.add_argument("--control", type=int, help="descriptor of the control socket (host)")
    end.add_argument("--worker", type=int, help="descriptor of the host's connection (worker)")
    parser.add_argument("--arena", type=int, required=True, help="descriptor of the stamp rings")
    parser.add_argument("--guard", type=int, required=True, help="descriptor of the guard pipe")
    parser.add_argument("--library", required=True, help="path of libstallscope_host")
    options = parser.parse_args()

    for descriptor in (options.control, options.worker, options.arena, options.guard):
        if descriptor is not None:
            os.set_inheritable(descriptor, False)  # not for processes that users' code starts
    if options.worker is not None:
        return run_worker(options)
    return run_host(options)


def run_worker(options: argparse.Namespace) -> int:
    from stallscope import worker
    from stallscope.library import Library

    library = Library(options.library)
    library.start_guard(options.guard)  # before anything of the user's is imported
    return worker.main(options.worker, options.arena, library)


def run_host(options: argparse.Namespace) -> int:
    from stallscope import host
    from stallscope.control import Control
    from stallscope.faults import fault_of
    from stallscope.library import Library

    if os.getpgrp() != os.getpid():
        os.setpgid(0, 0)  # the guard ends the whole group, which must be ours alone
    control = Control(options.control)
    try:
        library = Library(options.library)
        library.start_guard(options.guard)
    except (OSError, RuntimeError) as error:
        control.say(fault_of(error, "host", "internal").event())
        return 3
    return host.main(control, options.arena, options.guard, library)


if __name__ == "__main__":
    sys.exit(main())
