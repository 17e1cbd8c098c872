"""Whether the program is right, and whether its tests would notice if it were not."""
