# SPDX-License-Identifier: Apache-2.0
"""Stallscope's reference runtime: what a Python inference runtime does, with stamps.

One module per role: client, dispatcher, worker, loop; frames and stamps are how they write down
what they do; host is the conversation with the engine.
"""
