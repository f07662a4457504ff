# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""The synchronous client."""
