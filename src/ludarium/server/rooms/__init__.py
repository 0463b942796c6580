"""Rooms: pure state machines over numbered events; time and chance are passed in."""
