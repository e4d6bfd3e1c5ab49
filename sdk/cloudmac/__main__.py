# SPDX-License-Identifier: Apache-2.0
"""The command ``cloudmac``, as ``python3 -m cloudmac``."""
from .command.main import main

if __name__ == "__main__":
    main()
