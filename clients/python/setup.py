"""Writes the methods and the synchronous client before `pip` builds the package; the rest is in pyproject.toml."""

import runpy
from pathlib import Path

from setuptools import setup

runpy.run_path(str(Path(__file__).with_name("make_client.py")))["main"]()
setup()
