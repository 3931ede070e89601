"""A season: from orders to who stands where (4.6, steps 1 to 5); it begins in `season`."""
