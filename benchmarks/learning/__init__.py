"""How weights, networks and tables of the package are learned."""
