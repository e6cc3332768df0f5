"""Problems and answers: names, options, orders, results. Nothing searches here."""
