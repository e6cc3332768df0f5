"""Compiled inner loops. Arrays and numbers in and out; no Python objects, no policy.

The signature of a kernel gives the dtype of each array, its docstring the shape and what stands
there at first: 0, where nothing else is said. ``control`` holds the state that is no array; its
places are named at the head of each module.
"""
