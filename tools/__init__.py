"""Host tools: `python -m tools` lists the commands."""
