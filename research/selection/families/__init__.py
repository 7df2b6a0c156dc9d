"""The families that were published by others, to be compared with ours: one file each.

They are read by nothing but the catalogue; what two of them share stands beside them.
"""
