"""What attention costs in work, memory and depth: predicted, measured, reduced."""
