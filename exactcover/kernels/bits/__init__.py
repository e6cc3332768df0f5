"""Words of bits and types of arguments, which the other kernels build on."""
