"""Making the weights of the ontology's scorer from judged spans."""
