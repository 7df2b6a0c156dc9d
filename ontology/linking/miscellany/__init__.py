"""Reading a span as anything else: works, awards, events, activities."""
