# SPDX-License-Identifier: Apache-2.0
"""Headers by str.partition: the side called head in gate-example.json."""


def headers(text):
    found = {}
    for line in text.split("\r\n"):
        name, colon, value = line.partition(":")
        if colon:
            found[name.rstrip().lower()] = value.strip()
    return found
