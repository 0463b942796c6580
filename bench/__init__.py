"""Benchmarks: CPU time, interleaved runs, ratios to a reference in the same run."""
