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


# What people see who lack one of the three kinds of cones, of linear red, green and blue: Machado,
# Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency"
# (2009), severity 1.
SIGHTS = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}  # fmt: skip


def difference(a, b, sight):
    """CIE76 of two colours, 0xRRGGBB, as somebody with that sight sees them: 2 is just seen."""
    p, q = _lab(a, SIGHTS[sight]), _lab(b, SIGHTS[sight])
    return sum((i - j) ** 2 for i, j in zip(p, q)) ** 0.5


def _lab(rgb, seen):
    light = []
    for shift in (16, 8, 0):
        c = (rgb565(rgb) >> shift & 255) / 255
        light.append(c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4)
    r, g, b = (min(max(sum(k * c for k, c in zip(row, light)), 0), 1) for row in seen)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
