"""Runtime: the process around the site, with its event loop, outbox and settings."""
