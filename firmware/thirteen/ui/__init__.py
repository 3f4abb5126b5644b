"""Floor 2: the canvas, cards on a table, menus and pages."""
