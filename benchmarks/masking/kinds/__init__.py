"""What stays readable, kind by kind: names drawn into short texts, and words hidden for nothing."""
