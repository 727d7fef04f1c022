# SPDX-License-Identifier: Apache-2.0
"""Parsers of mail for Python, each on the same batches: "stallscope.callables.mail_parsers:…".

    setup   made_batches()         → the batches, DISTINCT lists of 16 mails of about 0.8 KB (bytes)
    call    with_email             the standard library's email, one mail after the other
            with_mail_parser       mail-parser's parse_from_bytes, one mail after the other
            with_fast_mail_parser  fast-mail-parser's parse_many, workers as it likes
            with_fast_mail_parser_on_1, _on_2, _on_8
                                   the same with threads=1, 2, 8
    check   as_digest              32 bytes: SHA-256 over subject and text of every mail

A call takes (state, seed) and returns one (subject, text) per mail, in the batch's order, so that
every library has to read the header and the body. The same seed gives the same batch. What is
measured is one call: 16 mails in, 16 subjects and texts out. Nothing is imported before its call
is: an interpreter needs only the package of the call that it makes.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

Batch = list[bytes]
Answer = list[tuple[str, str]]

DISTINCT = 8
MAILS = 16
TEXT_BYTES = 560

_WORDS = (
    "meeting agenda invoice morning weather garden river station ticket paper coffee window "
    "engine letter summer market answer report bicycle library kitchen mountain"
).split()


def _mail(random_source: random.Random, number: int) -> bytes:
    """One plain mail of about 0.8 KB, CRLF line ends, ASCII."""
    text, line = "", ""
    while len(text) < TEXT_BYTES:
        word = random_source.choice(_WORDS)
        if len(line) + len(word) > 70:
            text, line = text + line + "\r\n", ""
        line = f"{line} {word}" if line else word
    subject = " ".join(random_source.choice(_WORDS) for _ in range(4))
    head = (
        f"From: Ada <ada{number}@example.org>\r\n"
        f"To: Grace <grace@example.net>\r\n"
        f"Subject: {subject}\r\n"
        f"Date: Tue, 1 Dec 2026 10:{number % 60:02}:00 +0000\r\n"
        f"Message-ID: <{random_source.getrandbits(64):016x}@example.org>\r\n"
        f"MIME-Version: 1.0\r\n"
        f"Content-Type: text/plain; charset=us-ascii\r\n"
    )
    return (head + "\r\n" + text + line + "\r\n").encode("ascii")


def made_batches() -> list[Batch]:
    """setup: the same batches in every process and every interpreter."""
    random_source = random.Random(1)
    return [[_mail(random_source, i) for i in range(MAILS)] for _ in range(DISTINCT)]


def _batch(batches: list[Batch], seed: int) -> Batch:
    return batches[seed % len(batches)]


def with_email(batches: list[Batch], seed: int) -> Answer:
    """call: email.message_from_bytes with the default policy, subject and text read."""
    from email import message_from_bytes, policy

    answer = []
    for mail in _batch(batches, seed):
        message = message_from_bytes(mail, policy=policy.default)
        body = message.get_body()
        answer.append((str(message["subject"]), body.get_content() if body else ""))
    return answer


def with_mail_parser(batches: list[Batch], seed: int) -> Answer:
    """call: mailparser.parse_from_bytes. Package: mail-parser."""
    import mailparser

    answer = []
    for mail in _batch(batches, seed):
        message = mailparser.parse_from_bytes(mail)
        answer.append((message.subject, "\n".join(message.text_plain)))
    return answer


def _fast(batches: list[Batch], seed: int, **options: Any) -> Answer:
    from fast_mail_parser import parse_many

    return [
        (mail.subject, "\n".join(mail.text_plain))
        for mail in parse_many(_batch(batches, seed), raise_on_error=True, **options)
    ]


def with_fast_mail_parser(batches: list[Batch], seed: int) -> Answer:
    """call: fast_mail_parser.parse_many with as many workers as it likes. Package:
    fast-mail-parser, 0.8 or newer."""
    return _fast(batches, seed)


def with_fast_mail_parser_on_1(batches: list[Batch], seed: int) -> Answer:
    """call: the same with threads=1, the control."""
    return _fast(batches, seed, threads=1)


def with_fast_mail_parser_on_2(batches: list[Batch], seed: int) -> Answer:
    """call: the same with at most two workers."""
    return _fast(batches, seed, threads=2)


def with_fast_mail_parser_on_8(batches: list[Batch], seed: int) -> Answer:
    """call: the same with at most eight workers, on however few CPUs."""
    return _fast(batches, seed, threads=8)


def as_digest(answer: Answer) -> bytes:
    """check: the libraries differ in how they end lines and in the blank ones at the end."""
    digest = hashlib.sha256()
    for subject, text in answer:
        lines = "\n".join(text.splitlines()).rstrip("\n")
        digest.update(f"{len(subject)} {subject}\n{len(lines)} {lines}\n".encode())
    return digest.digest()
