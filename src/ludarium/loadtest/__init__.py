"""Load tests: thousands of virtual clients play and watch, and check every event they receive."""
