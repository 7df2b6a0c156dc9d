"""What the ranker sees of a candidate at its place: one row of probabilities a candidate.

    surface.py     type, level, list, source, shape: what stands in the record
    context.py     where the mention stands, and what stands around it
    meaning.py     similarities and leading components of the encoder's vectors
    rates.py       how often the like was chosen in the training documents
    describing.py  all of them together: fitted, applied, saved

A feature is named "group/what it is"; ablation drops a group at a time.
"""
