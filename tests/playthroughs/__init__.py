"""Games played from their letters to their last mail, and what was written in them."""
