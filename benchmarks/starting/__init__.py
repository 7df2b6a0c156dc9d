"""From files on a desk to the first of them, marked and open."""
