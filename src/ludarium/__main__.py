"""Run the command line with `python -m ludarium`."""

from ludarium.cli import main

main()
