"""Rules where no index helps: persons, dates, quantities, codes, and the grammar of a place."""
