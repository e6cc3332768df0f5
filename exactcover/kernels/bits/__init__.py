"""Words of bits, types of arguments: what the other kernels are made of."""
