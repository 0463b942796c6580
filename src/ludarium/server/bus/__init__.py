"""The bus between the nodes of a cluster, and its implementations."""
