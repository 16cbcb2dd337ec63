"""How fast the library is, each question beside its peer in one run: `make bench`."""
