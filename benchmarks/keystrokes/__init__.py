"""What it takes an expert's hands to anonymize texts of which they know what must be hidden."""
