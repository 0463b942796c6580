"""What every game and every use of a game stands on."""
