"""The commands: parse, call, print. A file a family; `app.py` lists them all."""
