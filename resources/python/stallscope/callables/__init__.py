# SPDX-License-Identifier: Apache-2.0
"""Callables that are ready to be named in an experiment: "stallscope.callables.MODULE:function".

Each module says what one call does, what is measured, and which package has to be there.
"""
