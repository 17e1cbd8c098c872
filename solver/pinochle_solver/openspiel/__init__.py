"""openspiel."""
