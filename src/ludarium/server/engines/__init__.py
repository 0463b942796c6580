"""Engines: worker processes that choose moves for levels and hints for players."""
