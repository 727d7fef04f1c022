# SPDX-License-Identifier: Apache-2.0
"""The stamped receive reads what Connection.send writes, in any pieces."""

from __future__ import annotations

import os
import pickle
import struct
import threading
import time
import unittest
from multiprocessing import Pipe

from stallscope.frames import encode, stamped_receiver
from stallscope.library import Library

LIBRARY = os.path.join(os.environ["STALLSCOPE_BUILD_DIR"], "lib", "libstallscope_host.so")


class StampedReceive(unittest.TestCase):
    def setUp(self) -> None:
        self.ours, self.theirs = Pipe()
        self.addCleanup(self.ours.close)
        self.addCleanup(self.theirs.close)
        self.receive, self.read_returned = stamped_receiver(Library(LIBRARY), self.ours)

    def write_slowly(self, data: bytes, piece: int) -> None:
        for at in range(0, len(data), piece):
            os.write(self.theirs.fileno(), data[at : at + piece])
            time.sleep(0.002)

    def test_receives_what_send_writes(self) -> None:
        for value in (None, (1, 2), "ä" * 100, b"x" * 16384, b"y" * 16385, b"z" * 3_000_000):
            sender = threading.Thread(target=self.theirs.send, args=(value,))
            sender.start()
            *_stamps, size, received = self.receive()
            sender.join()
            self.assertEqual(received, value)
            self.assertEqual(size, len(encode(value)))

    def test_stamps_are_in_order_and_on_the_monotonic_clock(self) -> None:
        before = time.monotonic_ns()
        self.theirs.send("reply")
        recv_enter, header, body, decoded, _size, _value = self.receive()
        stamps = [before, recv_enter, self.read_returned(), header, body, decoded]
        stamps.append(time.monotonic_ns())
        self.assertEqual(stamps, sorted(stamps))

    def test_the_wait_for_the_reply_ends_at_read_returned(self) -> None:
        threading.Timer(0.05, self.theirs.send, args=("late",)).start()
        recv_enter, *_rest = self.receive()
        self.assertGreater(self.read_returned() - recv_enter, 40_000_000)

    def test_a_prefix_and_a_payload_may_come_byte_by_byte(self) -> None:
        payload = pickle.dumps({"a": list(range(20))})
        frame = struct.pack("!i", len(payload)) + payload
        sender = threading.Thread(target=self.write_slowly, args=(frame, 1))
        sender.start()
        self.assertEqual(self.receive()[-1], {"a": list(range(20))})
        sender.join()

    def test_long_payloads_have_a_second_length(self) -> None:
        payload = pickle.dumps("long")
        frame = struct.pack("!i", -1) + struct.pack("!Q", len(payload)) + payload
        sender = threading.Thread(target=self.write_slowly, args=(frame, 3))
        sender.start()
        *_stamps, size, value = self.receive()
        sender.join()
        self.assertEqual((size, value), (len(payload), "long"))

    def test_an_end_anywhere_in_a_frame_is_an_end(self) -> None:
        payload = pickle.dumps("cut")
        frame = struct.pack("!i", len(payload)) + payload
        for length in range(len(frame)):
            ours, theirs = Pipe()
            receive, _ = stamped_receiver(Library(LIBRARY), ours)
            os.write(theirs.fileno(), frame[:length])
            theirs.close()
            with self.assertRaises(EOFError, msg=str(length)):
                receive()
            ours.close()


if __name__ == "__main__":
    unittest.main()
