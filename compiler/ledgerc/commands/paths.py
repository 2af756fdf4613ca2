"""Paths as arguments: apart, since the help of all commands needs none of them."""

from __future__ import annotations

from pathlib import Path

import click

SOURCE = click.Path(path_type=Path)
