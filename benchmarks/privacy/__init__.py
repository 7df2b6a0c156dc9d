"""How well privacy figures, attacks and the gate do, on documents of people."""
