"""What people do with a gazette: write for it, edit it, print it, lift or drop the mask."""
