"""Small experiments that say how sure they are; support for lessons and benchmarks."""
