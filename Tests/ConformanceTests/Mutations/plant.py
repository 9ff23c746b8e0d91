"""Plants bugs in the Python adapter, one at a time, and demands that `imwire conform run` catches each of them.

usage: plant.py --imwire .build/debug/imwire [--only NAME …] [--jobs N] [--list]

A bug counts as caught when a case fails that passes without it, and the comment of such a case speaks of the mistake.
Exit code 0 when all are caught, 1 when one is not.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from bugs import BUGS

PROJECT = pathlib.Path(__file__).resolve().parents[3]
ADAPTER = PROJECT / "Docs/adapters/python"
