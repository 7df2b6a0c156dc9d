"""What work tells: privacy figures, agreement, statistics."""
