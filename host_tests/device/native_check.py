"""Runs on the device: compares the native drawing code with framebuf. Prints OK at the end.

Draws sprites, text and shapes at random places. Each time the whole framebuffer is compared with
framebuf.blit from a GS2_HMSB source with a palette. Then checks the colours of expanded pixels and
the bytes allocated by each call. Stops at the first difference.
"""

import gc
from array import array

import framebuf
from uctypes import addressof

import hal
from hal import lcd

ROUNDS = 400

key = framebuf.FrameBuffer(bytearray(2), 4, 1, framebuf.GS4_HMSB)
expected = bytearray(len(hal.buf))
canvas = framebuf.FrameBuffer(expected, hal.W, hal.H, framebuf.GS4_HMSB)
dice = [20071]


def below(n):
    dice[0] = (dice[0] * 75 + 74) % 65537
    return dice[0] * n // 65537


def sprite(w, h):
    # A third of the bytes is transparent, which the loop skips.
    rows = bytes(below(256) if below(3) else 0 for _ in range((w + 3) // 4 * h))
    return bytes((w, h)) + rows


def reference(source, at, x, y, ink):
    w, h = source[at], source[at + 1]
    if not w or not h:
        return
    pixels = bytearray(source[at + 2 : at + 2 + (w + 3) // 4 * h])
    glyph = framebuf.FrameBuffer(pixels, w, h, framebuf.GS2_HMSB, (w + 3) // 4 * 4)
    levels = framebuf.FrameBuffer(bytearray(2), 4, 1, framebuf.GS4_HMSB)
    for level in range(4):
        levels.pixel(level, 0, ink >> 4 * level & 15)
    # framebuf compares the key after the palette: give level 0 a colour of its own.
    ground = 0
    while ground in [ink >> 4 * level & 15 for level in (1, 2, 3)]:
        ground += 1
    levels.pixel(0, 0, ground)
    canvas.blit(glyph, x, y, ground, levels)


def same(what):
    if hal.buf == expected:
        return
    for i in range(len(expected)):
        if hal.buf[i] != expected[i]:
            y, x = divmod(i, hal.W // 2)
            raise AssertionError(
                "%s: byte %d,%d is %02x, not %02x" % (what, x, y, hal.buf[i], expected[i])
            )


def place(edge, size):
    """Mostly on the screen, often across its edges, sometimes outside."""
    return below(edge + 2 * size) - size


def check_sprites():
    for _ in range(ROUNDS):
        at = below(4)
        source = bytes(at) + sprite(below(50), below(40))
        x, y = place(hal.W, 50), place(hal.H, 40)
        ink = below(65536)
        hal.blit(source, at, x, y, ink)
        reference(source, at, x, y, ink)
        same("blit %dx%d at %d,%d ink %x" % (source[at], source[at + 1], x, y, ink))


def check_text():
    height, first, count, gap = 14, 32, 40, 1
    glyphs = [sprite(3 + below(10), height) for _ in range(count)]
    font = bytearray((height, first, count, gap))
    offset = 4 + 2 * count
    for glyph in glyphs:
        font += bytes((offset & 255, offset >> 8 | below(16) << 4))
        offset += len(glyph)
    for glyph in glyphs:
        font += glyph
    font = bytes(font)
    for n in range(ROUNDS // 10):
        # Characters in the font, beyond it, and of two and three bytes.
        s = "".join(chr(32 + below(60)) if below(8) else "é€"[below(2)] for _ in range(n % 25))
        x, y = place(hal.W, 40), place(hal.H, 20)
        ink = below(65536)
        end = hal.text(font, s, x, y, ink)
        for sign in s:
            code = ord(sign) - first
            if not 0 <= code < count:
                code = count - 1
            over = font[5 + 2 * code]
            at = font[4 + 2 * code] | (over & 15) << 8
            reference(font, at, x, y + (over >> 4), ink)
            x += font[at] + gap
        same("text %r" % s)
        if end != x:
            raise AssertionError("text %r ends at %d, not %d" % (s, end, x))


def check_fit():
    """`text` and `fit` must agree on widths."""
    font = bytearray((5, 32, 3, 1, 10, 0, 12, 0, 15, 0, 2, 0, 7, 0, 0, 4, 0))
    for n in range(ROUNDS // 4):
        s = "".join(chr(31 + below(6)) if below(6) else "é€"[below(2)] for _ in range(n % 20))
        w, at = below(60), below(len(s) + 1)
        end, x = at, 0
        while end < len(s):
            x += font[font[4 + 2 * (ord(s[end]) - 32 if 32 <= ord(s[end]) < 34 else 2)]]
            if x > w:
                break
            x += 1
            end += 1
        if hal.fit(font, s, at, w) != end:
            raise AssertionError("%r from %d on fits %d pixels to %d" % (s, at, w, end))


def edge(v, size):
    return v if v < 128 else v - 200 + size


def body(x, y, w, h, tint):
    """Random rectangles, with edges from either side, in colours and tints."""
    rects = [3]
    for _ in range(3):
        one = [(0, 200 - 40)[below(2)] + below(40) for _ in range(4)] + [below(18)]
        rects += one
        left, right = x + edge(one[0], w), x + edge(one[2], w)
        top, low = y + edge(one[1], h), y + edge(one[3], h)
        colour = one[4] if one[4] < 16 else tint >> 4 if one[4] == 17 else tint & 15
        canvas.fill_rect(left, top, right - left, low - top, colour)
    return bytes(rects)


def check_shapes():
    # The first sheet has a sprite per rank, the second one per suit.
    sheets = [b"".join([sprite(9, 11) for _ in range(13)])]
    sheets.append(b"".join([sprite(18, 7) for _ in range(4)]))
    sheets += sheets[:1] * 4
    # The last two have one per court card, which have signs of their own.
    sheets += [b"".join([sprite(11, 5) for _ in range(3)]) for _ in range(2)]
    signs = bytes((130, 0, 35, 0, 5, 190, 1, 0, 37, 187, 8))
    signs += bytes((3, 0, 35, 0, 5, 190, 6, 17, 0, 3, 4, 7, 17, 0, 185, 2))
    xs, ys = array("h", bytes(8)), array("h", bytes(8))
    for _ in range(ROUNDS // 2):
        inks = [below(65535) + 1 for _ in range(9)]
        hal.signs(sheets, inks)
        w, h, tint = 30 + below(80), 30 + below(80), below(256)
        cards = bytes((0, 1 + below(13) | below(4) << 4, 1 + below(13)))
        shape = b"\0"
        for i in 1, 2:
            xs[i], ys[i] = x, y = place(hal.W, 40), place(hal.H, 40)
            if below(2) or i == 2:
                continue
            shape = body(x, y, w, h, tint)
        if shape == b"\0":  # two cards at once, only their signs
            hal.stamps(shape, signs, cards, 0, 3, xs, ys, w, h, tint)
        else:
            x, y = xs[1], ys[1]
            hal.stamp(shape, signs, cards[1], x, y, w, h, tint)
            cards = cards[:2]
        for i in range(1, len(cards)):
            rank, suit = (cards[i] & 15) - 1, cards[i] >> 4
            reference(sheets[0], 35 * rank, xs[i] + 5, ys[i] + h - 10, inks[suit])
            if rank < 10:
                reference(sheets[1], 37 * suit, xs[i] + w - 13, ys[i] + 8, inks[suit])
            else:
                at = 17 * (rank - 10)
                reference(sheets[6], at, xs[i] + 3, ys[i] + 4, inks[suit])
                reference(sheets[7], at, xs[i] + w - 15, ys[i] + 2, inks[8])
        same("stamp %s with %s at %s, %s" % (shape, cards, xs, ys))


def check_colours():
    colours = [(i * 0x0E1137 + 0x123456) & 0xFFFFFF for i in range(16)]
    for i, rgb in enumerate(colours):
        hal.palette(i, rgb)
    bits = 4 * len(lcd.strips) // hal.W  # a pixel; two strips of a line
    for size in range(2, 24, 2):
        target = bytearray(size * bits // 4)
        lane = array("I", bytes(24))
        for i, word in enumerate(
            (
                addressof(hal.buf) + below(1000),
                addressof(target),
                size,
                1,
                0,
                lcd.control[5],
            )
        ):
            lane[i] = word
        at = lane[0] - addressof(hal.buf)
        lcd.expand(lane)
        sent = 0  # as on the wire: the high byte of each halfword first
        for i in range(0, len(target), 2):
            sent = sent << 16 | target[i + 1] << 8 | target[i]
        for i in range(2 * size):
            index = hal.buf[at + i // 2] >> (0 if i & 1 else 4) & 15
            rgb = colours[index]
            if bits == 12:
                pixel = (rgb >> 12 & 0xF00) | (rgb >> 8 & 0xF0) | (rgb >> 4 & 0xF)
            else:
                pixel = (rgb >> 8 & 0xF800) | (rgb >> 5 & 0x7E0) | (rgb >> 3 & 0x1F)
            if sent >> (2 * size - 1 - i) * bits & (1 << bits) - 1 != pixel:
                raise AssertionError("expanded colour %d" % index)


def check_memory():
    source, font = sprite(24, 24), b"\x01\x20\x01\x01\x06\x00\x01\x01\x03"
    shape, signs = bytes((1, 2, 3, 190, 190, 5)), bytes((1, 0, 0, 0, 4, 4))
    xs = array("h", (-3, 7))
    hal.signs((source,), (0x1432, 1, 2, 3))
    calls = (
        (hal.refresh, ()),
        (hal.blit, (source, 0, -5, 20, 0x4321)),
        (hal.text, (font, "some text", 5, 5, 0xF000)),
        (hal.fit, (font, "some text", 2, 6)),
        (hal.centre, (font, "some text", 5, 5, 90, 0xF000)),
        (hal.right, (font, "some text", 90, 5, 0xF000)),
        (hal.stamp, (shape, signs, 1, -3, 7, 46, 45, 0x34)),
        (hal.stamps, (shape, signs, b"\1\2", 0, 2, xs, xs, 46, 45, 0x34)),
        (hal.palette, (3, 0x102030)),
        (hal.refresh, ()),  # sends everything
        (hal.keys, ()),
        (hal.ms, ()),
        (hal.sleep, (1,)),
        (hal.tone, (440, 1, 255)),
        (hal.tone, (0, 0, 0)),
        (hal.light, (255,)),
    )
    gc.collect()
    gc.disable()
    for call, args in calls:
        call(*args)
        before = gc.mem_alloc()
        call(*args)
        used = gc.mem_alloc() - before
        if used:
            raise AssertionError("%s allocates %d bytes" % (call, used))
    gc.enable()


hal.fb.fill(5)
canvas.fill(5)
for check in (
    check_sprites,
    check_text,
    check_fit,
    check_shapes,
    check_colours,
    check_memory,
):
    check()
    print(check.__name__)
print("OK")
