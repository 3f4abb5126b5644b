"""Contrast of two colours by the formula of WCAG 2."""


def rgb565(rgb):
    """0xRRGGBB as the panel shows it."""
    r, g, b = rgb >> 16 & 0xF8, rgb >> 8 & 0xFC, rgb & 0xF8
    return (r | r >> 5) << 16 | (g | g >> 6) << 8 | b | b >> 5


def luminance(rgb):
    total = 0
    for shift, weight in ((16, 0.2126), (8, 0.7152), (0, 0.0722)):
        c = (rgb >> shift & 255) / 255
        total += weight * (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4)
    return total


def ratio(a, b):
    """The contrast ratio on the panel, 1 (equal) to 21 (black on white)."""
    light, dark = sorted((luminance(rgb565(a)), luminance(rgb565(b))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def unreadable(pairs, least=4.5):
    """The pairs with too little contrast, of pairs (ink, background) of (red, green, blue).

    Returns [(ink, background, ratio)].
    """
    found = [(a, b, ratio(*(int.from_bytes(c, "big") for c in (a, b)))) for a, b in sorted(pairs)]
    return [(a, b, round(r, 2)) for a, b, r in found if r < least]
