"""A Wikidata dump, or a live Wikidata, as a layer over the embedded index."""
