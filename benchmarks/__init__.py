"""What the program costs: measured on the real server, never part of the tests."""
