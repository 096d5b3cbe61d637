"""Files of other programs: reading them, mapping their columns, and importing them."""
