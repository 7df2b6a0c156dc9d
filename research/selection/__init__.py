"""How others predict choices, and the experiment that compares families of models."""
