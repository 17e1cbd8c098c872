"""melding."""
