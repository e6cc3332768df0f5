"""All perfect doubled scrambles of a jigsaw: counted, listed, estimated."""
