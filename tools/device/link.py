"""mpremote's transport, in which no answer goes on for ever.

mpremote waits for silence, so a handheld that sends without end would never be given up.
"""

import time

from mpremote.transport_serial import SerialTransport

from tools.device import Lost

ANSWER = 500_000  # bytes, more than any step of a command gives
PATIENCE = 60  # seconds for an answer; also those that it would take one byte at a time


class Link(SerialTransport):
    """A serial port or socket; Lost if an answer, or the way to the prompt, does not end."""

    def __init__(self, port, **options):
        super().__init__(port, **options)
        self._until = None
        self._port = port
        self._waiting, self._read = self.serial.inWaiting, self.serial.read
        self.serial.inWaiting, self.serial.read = self._checked_waiting, self._checked_read

    def exec(self, command, data_consumer=None):
        with self:
            return super().exec(command, data_consumer)

    def enter_raw_repl(self, soft_reset=True, timeout_overall=10):
        with self:
            super().enter_raw_repl(soft_reset, timeout_overall)

    def __enter__(self):
        self._until, self._left = time.monotonic() + PATIENCE, ANSWER

    def __exit__(self, *error):
        self._until = None

    def _check(self):
        if self._until and (self._left < 0 or time.monotonic() > self._until):
            raise Lost(
                f"What the handheld on {self._port} sends does not end: switch it off and on, then"
                " try again; if it stays so, put MicroPython and the games on it anew."
            )

    def _checked_waiting(self):
        self._check()
        return self._waiting()

    def _checked_read(self, size=1):
        self._check()
        data = self._read(size)
        if self._until:
            self._left -= len(data)
        return data
