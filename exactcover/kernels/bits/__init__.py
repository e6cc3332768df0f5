"""Words of bits, types of arguments, calls: what the other kernels are made of."""
