"""Reads the ASCII-art sheets: named glyphs in bands, with four ink levels.

A band starts with a line `@ name name ...`, followed by one line per pixel row, the glyphs side by
side with a blank between. Levels are `.` background, `:` faint, `+` strong, `#` full. Lines that
start with `;` are comments.
"""

LEVELS = ".:+#"


def read(path):
    """The glyphs of a sheet in order: {name: [row, ...]}, a row being a list of levels 0..3.

    ValueError, with file and line, if a drawing is not a rectangle.
    """
    glyphs = {}
    names = []
    with open(path, encoding="ascii") as sheet:
        for number, line in enumerate(sheet, 1):
            fields = line.split()
            if not fields or line.startswith(";"):
                continue
            if line.startswith("@ "):
                names = fields[1:]
                for name in names:
                    if name in glyphs:
                        raise ValueError(f"{path.name}:{number}: {name} is drawn twice")
                    glyphs[name] = []
                continue
            if len(fields) != len(names):
                raise ValueError(f"{path.name}:{number}: {len(fields)} rows, {len(names)} glyphs")
            for name, row in zip(names, fields, strict=True):
                drawn = glyphs[name]
                if set(row) - set(LEVELS):
                    raise ValueError(f"{path.name}:{number}: {name} has an unknown level")
                if drawn and len(drawn[0]) != len(row):
                    raise ValueError(f"{path.name}:{number}: {name} has rows of different width")
                drawn.append([LEVELS.index(level) for level in row])
    return glyphs
