"""What is found is judged by a trained model: its type, and whether it must be masked."""
