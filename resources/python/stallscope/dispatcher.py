# SPDX-License-Identifier: Apache-2.0
"""The stream's dispatcher: takes jobs in order, has each one served, sets the future's result.

In a `process` placement it sends the job to the worker and receives the reply; in a `thread`
placement it does the work itself.
"""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Callable

from .faults import Fault, fault_of
from .frames import encode, stamped_receiver
from .library import Library
from .stamps import DISPATCH, DISPATCH_RECORD, SERVICE, SERVICE_RECORD
from .workloads import NO_SPAN

Write = Callable[[bytes], None]


def check_reply(number: int, reply: Any, where: str) -> Any:
    """The answer inside a worker's reply. Raises Fault when the call failed there."""
    replied, _seed, answer, failure = reply
    if failure is not None:
        raise Fault(*failure)
    if replied != number:
        raise Fault(where, "protocol", f"the worker answered request {replied}, not {number}")
    return answer


def dispatch_to_worker(
    queue: SimpleQueue[Any],
    connection: Connection,
    library: Library,
    lane: int,
    write: Write,
    where: str,
    lost: Callable[[], Fault],
) -> None:
    """Until a None comes. Raises Fault; `lost` says how the worker ended."""
    now = time.monotonic_ns
    get, send_bytes, pack = queue.get, connection.send_bytes, DISPATCH_RECORD.pack
    receive, read_returned = stamped_receiver(library, connection)
    while True:
        job = get()
        if job is None:
            return
        dispatch = now()
        try:
            frame = encode((job.number, job.seed))
            send_bytes(frame)
            sent = now()
            recv_enter, header, body, decoded, size, reply = receive()
            replied, _seed, answer, failure = reply
            if failure is not None or replied != job.number:
                check_reply(job.number, reply, where)  # raises
        except (EOFError, OSError) as error:
            job.future.set_exception(error)
            raise lost() from error
        except Fault as fault:
            job.future.set_exception(fault)
            raise
        job.future.set_result(answer)
        received = now()
        write(
            pack(
                *(DISPATCH, lane, job.number, job.queue_enter, dispatch, sent, recv_enter),
                *(read_returned(), header, body, decoded, received, size, len(frame)),
            )
        )


def dispatch_to_worker_unstamped(
    queue: SimpleQueue[Any], connection: Connection, where: str, lost: Callable[[], Fault]
) -> None:
    """The same with nothing of ours in it."""
    while True:
        job = queue.get()
        if job is None:
            return
        try:
            connection.send((job.number, job.seed))
            answer = check_reply(job.number, connection.recv(), where)
        except (EOFError, OSError) as error:
            job.future.set_exception(error)
            raise lost() from error
        except Fault as fault:
            job.future.set_exception(fault)
            raise
        job.future.set_result(answer)


def dispatch_here(
    queue: SimpleQueue[Any],
    workload: Any,
    answer_of: Callable[[Any], Any],
    lane: int,
    write: Write,
    native_stamps: bool,
    where: str,
) -> None:
    """Serves on this thread. There is no frame: sent, recv_enter … decoded are not taken."""
    now, cpu_now = time.monotonic_ns, time.thread_time_ns
    get, call, span_of = queue.get, workload.call, workload.span
    pack_dispatch, pack_service = DISPATCH_RECORD.pack, SERVICE_RECORD.pack
    cpu_before = cpu_now()
    while True:
        job = get()
        if job is None:
            return
        dispatch = now()
        try:
            service_start = now()
            result = call(job.seed)
            service_end = now()
            answer = answer_of(result)
        except BaseException as error:  # noqa: B036 - users' code may raise anything
            job.future.set_exception(error)
            raise fault_of(error, where, "call") from error
        job.future.set_result(answer)
        received = now()
        enter, leave, device_start, device_end, device_error, _digest, status = (
            span_of() if native_stamps else NO_SPAN
        )
        number = job.number
        write(
            pack_dispatch(
                *(DISPATCH, lane, number, job.queue_enter, dispatch),
                *(0, 0, 0, 0, 0, 0, received, 0, 0),
            )
        )
        cpu = cpu_now()
        write(
            pack_service(
                *(SERVICE, lane, number, 0, service_start, service_end, enter, leave),
                *(device_start, device_end, device_error, 0, cpu - cpu_before, status),
            )
        )
        cpu_before = cpu


def dispatch_here_unstamped(
    queue: SimpleQueue[Any], workload: Any, answer_of: Callable[[Any], Any], where: str
) -> None:
    while True:
        job = queue.get()
        if job is None:
            return
        try:
            answer = answer_of(workload.call(job.seed))
        except BaseException as error:  # noqa: B036
            job.future.set_exception(error)
            raise fault_of(error, where, "call") from error
        job.future.set_result(answer)
