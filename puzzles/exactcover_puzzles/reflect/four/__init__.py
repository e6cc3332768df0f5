"""What is made for Reflect on 4 x 4 boards: packed boards, the census, the index."""
