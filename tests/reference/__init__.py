"""A slow reference for the movement phase, written straight from the rules.

It shares no code with the adjudicator, so that the two can be compared.
"""
