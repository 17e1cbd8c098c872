"""How long the program takes, how many nodes it visits, and what each technique is worth."""
