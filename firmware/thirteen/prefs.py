"""Floor 2. The settings, as bytes that stay in memory; settings.py tells what they mean."""

SIZE = 61

values = bytearray(SIZE)
