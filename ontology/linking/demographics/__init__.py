"""Reading a span as what somebody is: nationality, calling, belief, condition."""
