"""What all games share: the contract, dice, texts, codec, registry and the tools for authors."""
