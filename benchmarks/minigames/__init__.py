"""Small games solved to equilibrium, and policies measured against them."""
