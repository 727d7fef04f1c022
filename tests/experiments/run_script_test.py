# SPDX-License-Identifier: Apache-2.0
"""experiments/run answers questions at once: nothing is installed or built for them. And it hands
the command line what the user said, with the quick preset unless they named one."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class RunScript(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stallscope-run-script-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "experiments").mkdir()
        shutil.copy(ROOT / "experiments/run", self.root / "experiments/run")
        (self.root / "experiments/first.json").write_text(
            '{ "name": "first",\n  "question": "Does a \\"ready\\" reply wait?",\n  "cells": [] }\n')
        (self.root / "experiments/second.json").write_text('{ "question": "Is it late?" }\n')

    def run_script(self, *arguments):
        return subprocess.run(
            [self.root / "experiments/run", *arguments],
            cwd="/", capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)

    def built(self):
        """A build that is up to date, whose program prints its arguments."""
        (self.root / "resources").mkdir()
        shutil.copytree(ROOT / "resources/setup", self.root / "resources/setup")
        (self.root / "resources/setup/install.sh").write_text("#!/bin/sh\n")
        (self.root / "tools").mkdir()
        cmake = self.root / "tools/cmake"
        cmake.write_text("#!/bin/sh\necho cmake said this\nexit ${CMAKE_STATUS:-0}\n")
        cmake.chmod(0o755)
        (self.root / "build/bin").mkdir(parents=True)
        (self.root / "build/build.ninja").write_text("")
        (self.root / "build/CMakeCache.txt").write_text("")
        program = self.root / "build/bin/stallscope"
        program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n')
        program.chmod(0o755)
        path = os.environ["PATH"]
        os.environ["PATH"] = f"{self.root}/tools:{path}"
        self.addCleanup(os.environ.__setitem__, "PATH", path)

    def test_lists_the_experiments_with_their_questions(self):
        for arguments in [(), ("--help",)]:
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('  first\n      Does a "ready" reply wait?\n', done.stdout)
            self.assertIn("  second\n      Is it late?\n", done.stdout)

    def test_what_an_experiment_needs_is_made_first(self):
        self.built()
        setup = self.root / "experiments/first-setup"
        setup.write_text('#!/bin/sh\ntouch "$(dirname "$0")/made"\n')
        setup.chmod(0o755)
        self.run_script("second")
        self.assertFalse((self.root / "experiments/made").exists())
        self.run_script("first")
        self.assertTrue((self.root / "experiments/made").exists())
        setup.write_text("#!/bin/sh\nexit 9\n")
        self.assertEqual(self.run_script("first").returncode, 9)

    def test_setups_are_of_experiments_and_explain_themselves(self):
        setups = list((ROOT / "experiments").glob("*-setup"))
        self.assertTrue(setups)
        for setup in setups:
            self.assertTrue((setup.parent / f"{setup.name.removesuffix('-setup')}.json").exists())
            done = subprocess.run([setup, "--help"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertIn("experiments/venvs", done.stdout)

    def test_an_unknown_name_says_which_there_are(self):
        done = self.run_script("frist")
        self.assertEqual(done.returncode, 1)
        self.assertIn("There is no experiment 'frist'. There are:\n  first\n  second\n", done.stderr)

    def test_quick_unless_the_user_names_a_preset(self):
        self.built()
        experiment = str(self.root / "experiments/first.json")
        for options, expected in [
            ([], ["--preset", "quick"]),
            (["--cycles", "1"], ["--preset", "quick", "--cycles", "1"]),
            (["--preset", "full"], ["--preset", "full"]),
            (["--preset=full"], ["--preset=full"]),
            (["--set", "/streams/a b=1"], ["--preset", "quick", "--set", "/streams/a b=1"]),
        ]:
            with self.subTest(options=options):
                done = self.run_script("first", *options)
                self.assertEqual(done.stdout.splitlines(), ["run", experiment, *expected])
                self.assertEqual(done.stderr, "")

    def test_a_file_of_ones_own_is_given_by_its_path(self):
        self.built()
        mine = self.root / "mine.json"
        mine.write_text("{}")
        self.assertEqual(self.run_script(str(mine)).stdout.splitlines()[:2], ["run", str(mine)])

    def test_the_exit_code_is_that_of_the_run(self):
        self.built()
        self.assertEqual(self.run_script("first").returncode, 3)

    def test_a_failed_build_shows_what_the_build_said(self):
        self.built()
        os.environ["CMAKE_STATUS"] = "1"
        self.addCleanup(os.environ.pop, "CMAKE_STATUS")
        done = self.run_script("first")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cmake said this", done.stderr)
        self.assertIn("build/build.log", done.stderr)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
