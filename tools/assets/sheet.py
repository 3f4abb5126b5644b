"""Read the ASCII-art sheets: named glyphs in bands, four levels of ink a pixel.

A band starts with a line `@ name name ...` and goes on with one line a pixel row, the glyphs side
by side with a blank between. Levels are `.` ground, `:` faint, `+` strong, `#` full. Lines that
start with `;` are remarks.
"""
LEVELS = ".:+#"


def read(path):
    """The glyphs of a sheet, in its order: {name: [row, ...]}, each row a list of levels 0..3.

    Raises ValueError naming file and line where the drawing is not a rectangle.
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
                    raise ValueError(f"{path.name}:{number}: {name} has a level that is none")
                if drawn and len(drawn[0]) != len(row):
                    raise ValueError(f"{path.name}:{number}: {name} changes its width")
                drawn.append([LEVELS.index(level) for level in row])
    return glyphs
