"""cache: keeps in build/ the results of build steps that take seconds.

The key is a digest of the inputs and of this folder's code. Only the latest results are kept.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build" / "cache"
_MOST = 24  # results, of 200 to 400 kB


def cached(make, *inputs):
    """make(*inputs), cached; inputs and result must be JSON."""
    digest = hashlib.sha256(json.dumps([make.__qualname__, inputs], sort_keys=True).encode())
    for path in sorted(HERE.glob("*.py")):
        digest.update(path.read_bytes())
    path = FOLDER / f"{digest.hexdigest()[:32]}.json"
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):  # not made yet, or incomplete
        pass
    result = make(*inputs)
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=FOLDER, encoding="utf-8", delete=False) as f:
            json.dump(result, f)
        os.replace(f.name, path)
        kept = sorted(FOLDER.iterdir(), key=lambda p: p.stat().st_mtime)
        for old in kept[:-_MOST]:
            old.unlink(missing_ok=True)
    except OSError:  # disk full, or another process is faster: only time is lost
        pass
    return result
