"""`python -m halftone`: the command line."""

import subprocess
import sys

from ._command import command_line, environment

try:
    sys.exit(subprocess.run([*command_line(), *sys.argv[1:]], env=environment()).returncode)
except KeyboardInterrupt:
    sys.exit(130)
