"""What is asked and what is answered: names, options, orders, results. Nothing searches here."""
