"""What goes out: datasets, anonymized files, releases."""
