"""A title that lives with the tests: Ruins, the worked example of `variants/README.md`."""
