"""A static web server for trying the site on this machine."""

import functools
import http.server
import threading
from pathlib import Path

from tools.games import Bad

_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".uf2": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
}


_making = threading.Lock()


class Handler(http.server.SimpleHTTPRequestHandler):
    """Builds what is missing, on request."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **_TYPES}
    make = None

    def do_GET(self):
        """Serve a file; a missing one may be built on request."""
        path = Path(self.translate_path(self.path))
        if self.make and not path.exists():
            with _making:
                data = None if path.exists() else self.make(path.name)
                if data is not None:
                    path.write_bytes(data)
        super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *args):
        pass


def server(folder, port=0, handler=Handler, address="127.0.0.1"):
    """An HTTP server for a folder, not yet started; port 0 means any free one."""
    handler = functools.partial(handler, directory=str(folder))
    return http.server.ThreadingHTTPServer((address, port), handler)


def opened(folder, port, make=None):
    """A server that has its port. make(name) returns the bytes of a missing file, or None."""
    handler = type("Making", (Handler,), {"make": staticmethod(make)}) if make else Handler
    try:
        return server(folder, port, handler)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or "ports are 0 to 65535"
        raise Bad(f"port {port} can't be used ({why}): choose another, --port 8000") from None


def serve(site):
    """Serve until Ctrl-C."""
    print(f"http://localhost:{site.server_port}/  (Ctrl-C to stop)", flush=True)
    with site:
        site.serve_forever()
