"""Making the weights of the privacy figures: one file for each attack."""
