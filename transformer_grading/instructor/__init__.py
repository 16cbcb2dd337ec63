"""What only the grading side may import: right variants, hidden probes, the runner."""
