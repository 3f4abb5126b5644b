"""`wiring`: draws a wiring diagram for each board from its profile.

The Pico is seen from above, with the USB socket at the top and its pins labelled; every pin that
the profile uses is connected to its function. Output: an SVG per board in tools/docs/wiring.
"""

import argparse
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from tools import boards

FOLDER = Path(__file__).resolve().parent / "docs" / "wiring"

# The Pico's pins from the USB socket down: left 1 to 20, right 40 to 21.
LEFT = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
).split()
RIGHT = (
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND "
    "GP17 GP16"
).split()

PANEL = {
    "SCK": ("display SCK (SCL, CLK)", "#c77700"),
    "MOSI": ("display MOSI (SDA, DIN)", "#c77700"),
    "CS": ("display CS", "#1763b5"),
    "DC": ("display DC (RS)", "#1763b5"),
    "RST": ("display RST (RES)", "#1763b5"),
    "BL": ("display backlight (BLK, LED)", "#1763b5"),
    "VSYNC": ("display VSYNC (TE)", "#1763b5"),
}
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "MENU")
_BUTTON, _OTHER, _POWER, _GROUND = "#2c8a3d", "#8a3fb0", "#cc1f2f", "#333333"

_ROW, _TOP = 22, 64
_BODY = 330, 470  # the Pico's edges
_REACH = 70  # pixels of a wire
_SIZE = 800, _TOP + 20 * _ROW + 46


def wires(b):
    """[(pin's name on the Pico, function, colour)] of a profile."""
    found = [(f"GP{b[name]}", *what) for name, what in PANEL.items() if b[name] >= 0]
    found += [(f"GP{b[key]}", "button " + key, _BUTTON) for key in KEYS if b[key] >= 0]
    if b["BUZZER"] >= 0:
        found.append((f"GP{b['BUZZER']}", "buzzer (piezo), the other leg to GND", _OTHER))
    if b["BATTERY"] >= 0:
        found.append((f"GP{b['BATTERY']}", f"battery / {b['BATTERY_RATIO']} (divider)", _OTHER))
    if b["BL"] < 0:
        found.append(("3V3", "display VCC, and its backlight (LED)", _POWER))
    else:
        found.append(("3V3", "display VCC", _POWER))
    found.append(("GND", "display GND, and every button's other leg", _GROUND))
    return found


def places():
    """{pin's name: (x, y, -1 left or 1 right)}; GND is the one at pin 38."""
    found = {}
    for names, x, side in ((LEFT, _BODY[0], -1), (RIGHT, _BODY[1], 1)):
        for row, name in enumerate(names):
            if name != "GND" or side == 1:
                found.setdefault(name, (x, _TOP + row * _ROW + _ROW // 2, side))
    return found


def svg(board):
    """The diagram as SVG text."""
    b = boards.read(board)
    where = places()
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE[0]} {_SIZE[1]}" '
        'font-family="sans-serif" font-size="13">',
        f"<title>{escape(board)}: how it is wired</title>",
        f'<rect width="{_SIZE[0]}" height="{_SIZE[1]}" fill="#ffffff"/>',
        f'<text x="400" y="24" text-anchor="middle" font-size="18">{escape(board)}</text>',
        f'<rect x="{_BODY[0]}" y="{_TOP - 14}" width="{_BODY[1] - _BODY[0]}" '
        f'height="{20 * _ROW + 28}" rx="8" fill="#1b6b3a"/>',
        f'<rect x="375" y="{_TOP - 26}" width="50" height="26" rx="3" fill="#b9bdc2"/>',
        f'<text x="400" y="{_TOP - 9}" text-anchor="middle" font-size="11">USB</text>',
        f'<text x="400" y="{_TOP + 10 * _ROW + 5}" text-anchor="middle" fill="#fff">Pico</text>',
    ]
    for names, x, side, first, step in ((LEFT, _BODY[0], 1, 1, 1), (RIGHT, _BODY[1], -1, 40, -1)):
        anchor = "start" if side > 0 else "end"
        for row, name in enumerate(names):
            y = _TOP + row * _ROW + _ROW // 2
            out.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#e2c044"/>')
            out.append(
                f'<text class="pin" x="{x + 10 * side}" y="{y + 4}" text-anchor="{anchor}" '
                f'font-size="11" fill="#ffffff">{first + step * row} {name}</text>'
            )
    inside = []
    for name, what, colour in wires(b):
        if name not in where:
            inside.append(f"{name}: {what}")
            continue
        x, y, side = where[name]
        end = x + side * _REACH
        anchor = "start" if side > 0 else "end"
        out.append(
            f'<path class="wire" d="M{x} {y}H{end}" stroke="{colour}" stroke-width="4" '
            f'stroke-linecap="round" fill="none"/>'
        )
        out.append(
            f'<text class="to" x="{end + 8 * side}" y="{y + 4}" text-anchor="{anchor}" '
            f'fill="{colour}">{escape(what)}</text>'
        )
    if inside:
        out.append(
            f'<text class="inside" x="400" y="{_SIZE[1] - 12}" text-anchor="middle" '
            f'font-size="11">wired inside the device: {escape("; ".join(inside))}</text>'
        )
    return "\n".join([*out, "</svg>"]) + "\n"


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools wiring",
        description="Draw each board's wiring diagram (SVG) from its profile.",
    )
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="default: all")
    parser.add_argument(
        "-o",
        "--out",
        default=FOLDER,
        type=Path,
        metavar="DIR",
        help="a folder (default: tools/docs/wiring)",
    )
    args = parser.parse_args(argv)
    read = {board: boards.read(board) for board in args.boards or boards.names()}
    args.out.mkdir(parents=True, exist_ok=True)
    for board, values in read.items():
        path = args.out / f"{board}.svg"
        path.write_text(svg(board), encoding="utf-8", newline="\n")
        print(f"{path}: {len(wires(values))} wires", file=sys.stderr)
    return 0
