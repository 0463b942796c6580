"""What an event is: its description, its units, and the formats that plan them."""
