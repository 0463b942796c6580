"""Language models as players: tools for an assistant, and a measurement of a model."""
