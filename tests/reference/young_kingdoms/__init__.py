"""A slow reference for the movement phase of Young Kingdoms, written straight from the rules.

Numbers in docstrings are those of the research file (rules 1 to 107); `YK n` is rule n of the
rulebook, `4.X` and `6.X` are the regular choices and cases at the head of `tests/data/datc.yaml`.
All strengths are in halves. It shares no code with the adjudicator.
"""
