"""Known mistakes, put into a copy of the library to see its tests fail.

The mistakes are from the public record: issues, forums and pull requests in which
people tell what went wrong in their own Transformer. `record.py` lists them by topic;
a file that is named like a module of the library says how they look there.
`make mutants` tries them all.
"""
