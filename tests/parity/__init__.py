"""How far the library is from PyTorch's own layers, in numbers: `make parity`.

One file a chapter, named like its module, which gives `rows()`; its tests hold the same
measurements to `core.BOUNDS`.
"""
