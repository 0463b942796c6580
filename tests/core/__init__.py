"""The core: records, registry, options, text."""
