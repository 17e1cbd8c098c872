"""How lucky a draw of the stock phase is, as the lead after it is valued; for compiled modules."""
