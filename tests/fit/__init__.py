"""Tests of what needs torch: `make test-train` alone runs them."""
