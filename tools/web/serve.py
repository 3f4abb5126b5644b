"""A static server for the site on this machine, as plain as the one that it may end up on."""

import functools
import http.server

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


class Handler(http.server.SimpleHTTPRequestHandler):
    """Sends the headers that a page with threads needs, so that it starts at the first visit."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **_TYPES}
    isolate = True

    def end_headers(self):
        if self.isolate:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *args):
        pass


def server(folder, port=0, handler=Handler):
    """An HTTP server of a folder, to be started; port 0 is any that is free."""
    handler = functools.partial(handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(folder, port):
    """Serve until Ctrl-C."""
    try:
        site = server(folder, port)
    except OSError as error:
        raise Bad(f"port {port} can't be used ({error.strerror}): choose with --port") from None
    print(f"http://localhost:{port}/  (Ctrl-C ends it)", flush=True)
    with site:
        site.serve_forever()
