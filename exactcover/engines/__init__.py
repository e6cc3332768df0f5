"""Several searches behind one contract; choose.py says which one a problem gets."""
