# SPDX-License-Identifier: Apache-2.0
"""The callables that are ready to be named in an experiment, as far as this interpreter has what
they call."""

import importlib.util
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources/python"))
from stallscope.callables import mail_parsers  # noqa: E402


class MailParsers(unittest.TestCase):
    def setUp(self) -> None:
        self.batches = mail_parsers.made_batches()

    def test_batches_are_alike_in_every_process(self) -> None:
        self.assertEqual(self.batches, mail_parsers.made_batches())
        self.assertEqual(len(self.batches), mail_parsers.DISTINCT)
        mails = [mail for batch in self.batches for mail in batch]
        self.assertEqual(len(set(mails)), mail_parsers.DISTINCT * mail_parsers.MAILS)
        self.assertTrue(all(700 <= len(mail) <= 1000 for mail in mails))

    def test_email_reads_subject_and_text(self) -> None:
        for seed in range(2 * mail_parsers.DISTINCT):
            answer = mail_parsers.with_email(self.batches, seed)
            batch = self.batches[seed % mail_parsers.DISTINCT]
            self.assertEqual(len(answer), len(batch))
            for (subject, text), mail in zip(answer, batch):
                self.assertIn(b"Subject: " + subject.encode(), mail)
                self.assertEqual(text.encode().splitlines(),
                                 mail.partition(b"\r\n\r\n")[2].splitlines())

    def test_every_library_that_is_here_gives_the_same_answers(self) -> None:
        libraries = {"mailparser": [mail_parsers.with_mail_parser],
                     "fast_mail_parser": [mail_parsers.with_fast_mail_parser,
                                          mail_parsers.with_fast_mail_parser_on_1,
                                          mail_parsers.with_fast_mail_parser_on_2,
                                          mail_parsers.with_fast_mail_parser_on_8]}
        for package, calls in libraries.items():
            if importlib.util.find_spec(package) is None:
                continue
            for call in calls:
                for seed in range(mail_parsers.DISTINCT):
                    expected = mail_parsers.as_digest(mail_parsers.with_email(self.batches, seed))
                    self.assertEqual(mail_parsers.as_digest(call(self.batches, seed)), expected,
                                     call.__name__)

    def test_a_digest_tells_answers_apart(self) -> None:
        digests = {mail_parsers.as_digest(mail_parsers.with_email(self.batches, seed))
                   for seed in range(mail_parsers.DISTINCT)}
        self.assertEqual(len(digests), mail_parsers.DISTINCT)
        self.assertEqual(mail_parsers.as_digest([("a", "b\r\nc\r\n")]),
                         mail_parsers.as_digest([("a", "b\nc")]))


if __name__ == "__main__":
    unittest.main()
