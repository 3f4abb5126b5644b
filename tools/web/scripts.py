"""The page's JavaScript and CSS as a visitor gets them: by esbuild, from modules in page/.

What the page starts with is one text, inside index.html; the worker is one file, and so is each
part that is loaded once it is needed. Names stay as in the sources; spaces and comments do not.
"""

import subprocess
import tempfile
from pathlib import Path

from tools.games import Bad
from tools.wasm import node

AT_ONCE = ("head.js", "main.js", "style.css")  # in index.html
LATER = ("by_link.js", "share.js", "gif.js", "backup.js", "install.js", "report.js")
_WORKER = "worker.js"
_BROWSERS = "chrome103,firefox114,safari16.4"  # as index.html says


def built(folder):
    """{name: text} of a folder's scripts and styles."""
    outside = [f"--external:./{name}" for name in LATER]
    modules = ["main.js", _WORKER, *LATER]
    texts = _esbuild(folder, modules, "--format=esm", *outside)
    texts.update(_esbuild(folder, ["head.js"], "--format=iife"))
    texts.update(_esbuild(folder, ["style.css"]))
    return texts


def minified(path):
    """The text of another's script, names and all."""
    how = ("--minify-identifiers", "--format=esm", "--platform=node", "--out-extension:.js=.mjs")
    return _esbuild(path.parent, [path.name], *how)[path.name]


def _esbuild(folder, names, *how):
    """{name: text} of these entry points, each with all that it imports."""
    command = [*node.find()[0], str(node.HERE / "node_modules/esbuild/bin/esbuild")]
    command += [str(folder / name) for name in names]
    command += ["--bundle", "--minify-whitespace", "--minify-syntax", "--charset=utf8"]
    command += ["--log-level=warning", "--legal-comments=none", f"--target={_BROWSERS}", *how]
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([*command, f"--outdir={out}"], capture_output=True, text=True)
        if done.returncode:
            raise Bad(
                f"the page's scripts can't be built: {done.stderr.partition('node:')[0].strip()}"
            )
        return {name: (Path(out) / name).read_text("utf-8") for name in names}
