# SPDX-License-Identifier: Apache-2.0
"""Headers by a regular expression: the side called base in gate-example.json."""

import re

LINE = re.compile(r"^([^:\s]+)\s*:\s*(.*?)\s*$")


def headers(text):
    found = {}
    for line in text.split("\r\n"):
        match = LINE.match(line)
        if match:
            found[match.group(1).lower()] = match.group(2)
    return found
