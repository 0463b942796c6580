"""Many games at once: random playouts and vectorised environments in NumPy arrays."""
