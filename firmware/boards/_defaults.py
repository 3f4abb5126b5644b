"""What a profile leaves out. A profile is a file of this folder named for its board: it assigns
SPI, SCK, MOSI, DC, MADCTL, A and B, and of the names below those that differ.

Pins are GP numbers, -1 for none. The build joins both to the device's module `board`.
"""

# The panel and its pins.
PANEL = "ST7789"  # or "ILI9341"
TUNING = ""  # whose voltages and gamma: a row of TUNINGS; "" for the chip's own
BITS = 12  # per pixel on the wire; a panel that shows stripes may need 16
BAUD = 62_500_000  # Hz: 62.5, 31.25, 15.625 or some 10 MHz
MODE = 0  # of the SPI, 0 or 3
CS = -1
RST = -1
BL = -1  # the backlight, lit by a high level
VSYNC = -1  # the panel's tearing-effect output

# The picture: its size, and how it lies in the panel's memory; MADCTL turns it.
W = 240
H = 240
XOFF = 0
YOFF = 0
MARGIN = 0  # rows above and below the picture that are visible too: they are black
INVERT = True

# Buttons, low when pressed.
UP = -1
DOWN = -1
LEFT = -1
RIGHT = -1
X = -1
Y = -1
MENU = -1

# High while a USB cable is plugged in, also into a mere charger: a Pico's own sense of it.
USB = 24

# Sound; lights that stay off, and the level that lights them.
BUZZER = -1
LEDS = ()
LEDS_LIT = 1

# The battery: what it is divided by, lost before it in a diode, and has when empty and full, in
# millivolts; a pin that must be high while it is measured.
BATTERY = -1
BATTERY_RATIO = 1
BATTERY_DROP = 0
BATTERY_EMPTY = 0
BATTERY_FULL = 1
BATTERY_GATE = -1

# Of each vendor's driver the registers and their values. ST7789: 26 gamma curve, B2 porch, B7 gate
# voltages, BB VCOM, C0 LCM control, C2 C3 C4 VRH and VDV, C6 frame rate, D0 supply, D6 (not in the
# datasheet), E0 E1 gamma. ILI9341, whose own are too weak for most modules: C0 C1 supply, C5 C7
# VCOM, B1 frame rate, B6 lines.
TUNINGS = {
    "": "",
    "ili9341": """
        C0 23, C1 10, C5 3E 28, C7 86, B1 00 18, B6 08 82 27""",
    "waveshare": """
        B2 0C 0C 00 33 33, B7 35, BB 19, C0 2C, C2 01, C3 12, C4 20, C6 0F, D0 A4 A1,
        E0 D0 04 0D 11 13 2B 3F 54 4C 18 0D 0B 1F 23,
        E1 D0 04 0C 11 13 2C 3F 44 51 2F 1F 1F 20 23""",
    "pimoroni_240x240": """
        B2 0C 0C 00 33 33, B7 14, BB 37, C0 2C, C2 01, C3 12, C4 20, C6 0F, D0 A4 A1,
        E0 D0 04 0D 11 13 2B 3F 54 4C 18 0D 0B 1F 23,
        E1 D0 04 0C 11 13 2C 3F 44 51 2F 1F 1F 20 23""",
    "picosystem": """
        26 04, B2 0C 0C 00 33 33, B7 14, BB 25, C0 2C, C2 01, C3 12, C4 20, C6 0F, D0 A4 A1,
        E0 D0 04 0D 11 13 2B 3F 54 4C 18 0D 0B 1F 23,
        E1 D0 04 0C 11 13 2C 3F 44 51 2F 1F 1F 20 23""",
    "pimoroni_320x240": """
        B2 0C 0C 00 33 33, B7 35, BB 1F, C0 2C, C2 01, C3 12, C4 20, C6 0F, D0 A4 A1, D6 A1,
        E0 D0 08 11 08 0C 15 39 33 50 36 13 14 29 2D,
        E1 D0 08 10 08 06 06 39 44 51 0B 16 14 2F 31""",
    "pimoroni_240x135": """
        B2 0C 0C 00 33 33, B7 75, BB 3D, C0 2C, C2 01, C3 00, C4 20, C6 0F, D0 A4 A1, D6 A1,
        E0 70 04 08 09 09 05 2A 33 41 07 13 13 29 2F,
        E1 70 03 09 0A 09 06 2B 34 41 07 12 14 28 2E""",
}
