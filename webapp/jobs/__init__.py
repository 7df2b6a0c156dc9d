"""Work in the background: the queue, the job rows, and what keeps both honest."""
