"""How good the privacy figures are on published documents, and what they cost."""
