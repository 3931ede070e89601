"""Jinja templates shared by all titles; a title's own lie in its folder's ``templates``."""
