"""How the files of an index look.

An index is a folder with `manifest.json`, which names the sources, the sizes of the files and the
folder beside it that holds them. That folder is named by the checksum of its files, so that an
index is replaced by replacing its manifest. All numbers are little-endian.

- `terms.marisa` numbers the folded terms; `starts.bin` (uint32, one more than terms) says where
  the POSTINGs of a term begin in `postings.bin`, the more usual sense first.
- `senses.bin` holds SENSE records by number; `generalizations.bin` lists of string numbers
  (uint32, a count first), each list once; `strings.bin` UTF-8 texts, each once, found by
  `offsets.bin` (uint64, one more than strings).
- `below.marisa` maps a generalization to how many entries have it among theirs, `covered.marisa` to
  how many have it or a text below it, to their inhabitants and their weight (`covering.py`).
- `ids.bin` (uint32) are the numbers of the terms from the shortest to the longest; `lengths.bin`
  (uint32) says where in it each length begins; `characters.bin` and `bigrams.bin` (uint64) are
  their signatures, in the same order.
"""

from __future__ import annotations

import re
import struct

FORMAT = 4

POSTING = struct.Struct("<IIB")
"""Number of the sense, CRC-32 of the name as the source spells it, 1 where that has a capital."""

SENSE = struct.Struct("<IIIfBB")
"""Offset of the generalizations, strings of name and sense, weight, numbers of kind and source."""

MANIFEST = "manifest.json"
TERMS = "terms.marisa"
STARTS = "starts.bin"
POSTINGS = "postings.bin"
SENSES = "senses.bin"
GENERALIZATIONS = "generalizations.bin"
STRINGS = "strings.bin"
OFFSETS = "offsets.bin"
BELOW = "below.marisa"
COVERED = "covered.marisa"
IDS = "ids.bin"
LENGTHS = "lengths.bin"
CHARACTERS = "characters.bin"
BIGRAMS = "bigrams.bin"

BELOW_FORMAT = "<I"
COVERED_FORMAT = "<Iff"

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What a trie can't hold: the end of a string in C, and half of a surrogate pair."""
