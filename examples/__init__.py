"""Complete recorded games as mail; `adjudicator demo` plays one of them."""
