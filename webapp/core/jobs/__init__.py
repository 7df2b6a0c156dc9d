"""Work in the background: the job rows, which are the queue, and the worker that does them."""
