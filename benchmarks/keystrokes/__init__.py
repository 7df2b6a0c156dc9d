"""How many keys an expert presses to anonymize texts of which they know what must be hidden."""
