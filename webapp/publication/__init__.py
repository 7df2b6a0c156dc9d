"""Files that go out: datasets, anonymized files, releases."""
