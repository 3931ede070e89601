"""From lines of mail to orders, and what is said about them."""
