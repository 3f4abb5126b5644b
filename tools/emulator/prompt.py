"""MicroPython's raw REPL over the emulated USB, with the interface of mpremote's transport."""

from tools.device import Lost

_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_END = b"\x04"
_PATIENCE = 120  # emulated seconds that a program may run without output
_ANSWER = 5  # emulated seconds until it must react to an interrupt,
_TRIES = 3  # in so many tries


class Transport:
    def __init__(self, pico):
        self.pico = pico

    def enter_raw_repl(self, soft_reset=True, timeout_overall=None):
        end = self.pico.t + _ANSWER
        while not self.pico.chip.connected():  # what is typed before is lost
            if self.pico.t > end or not self.pico.run(0.001):
                raise Lost("The emulated Pico does not appear on USB.")
        start = len(self.pico.console)
        for tries in range(_TRIES):  # an import that looks for its file swallows the interrupt
            self._send(b"\r\x03\x03")
            self.pico.run(0.1)
            self._send(b"\r\x01")
            try:
                self._until(_PROMPT, start, _ANSWER / _TRIES)
                break
            except Lost:
                if tries == _TRIES - 1:
                    raise
        if soft_reset:
            start = len(self.pico.console)
            self._send(_END)
            self._until(_PROMPT, start)

    def exec(self, program, data_consumer=None):
        from mpremote.transport import TransportExecError

        out, error = self.follow(program)
        if error:
            raise TransportExecError(1, error.decode("utf-8", "replace"))
        return out

    def follow(self, program, patience=_PATIENCE):
        """Run a program: (what it printed, its traceback)."""
        data = program.encode() if isinstance(program, str) else program
        start = len(self.pico.console)
        self._send(data + _END)
        start = self._until(b"OK", start, patience)
        end = self._until(_END, start, patience)
        last = self._until(b"\x04>", end, patience)
        return bytes(self.pico.console[start : end - 1]), bytes(self.pico.console[end : last - 2])

    def close(self):
        pass

    def _send(self, data):
        while data:
            data = data[self.pico.chip.write(data[:2048]) :]
            self.pico.run(0.001)

    def _until(self, text, start, patience=_PATIENCE):
        """Run until the console prints the text; returns the index after it."""
        console = self.pico.console
        seen, end = len(console), self.pico.t + patience
        while (at := console.find(text, start)) < 0:
            if self.pico.t > end or not self.pico.run(0.001):
                raise Lost("The emulated Pico stopped answering.")
            if len(console) > seen:
                seen, end = len(console), self.pico.t + patience
        return at + len(text)
