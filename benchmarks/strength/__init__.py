"""How well engines play, and whether reviews find what they do wrong."""
