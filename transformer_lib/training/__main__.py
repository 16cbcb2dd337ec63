"""The command that trains: `python -m transformer_lib.training --help`."""

import sys

from transformer_lib.training.command import main

if __name__ == "__main__":
    sys.exit(main())
