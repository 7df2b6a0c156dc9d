"""Privacy figures in the pages: beside each option, above the text, and over all documents."""
