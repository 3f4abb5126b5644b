"""`python -m tools.assets`: the same as `python -m tools assets`."""

import sys

from tools.assets import main

sys.exit(main())
