"""Events: the description of an event, its units, and the formats that plan them."""
