"""Young Kingdoms, rule by rule."""
