"""The language everybody speaks: records, their file formats, the JSON store, voting, agreement."""
