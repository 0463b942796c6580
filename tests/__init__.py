"""Tests of Ludarium."""
