"""Young Kingdoms, Stephen Agar's variant on the stories of Elric."""

from variants.young_kingdoms.title import YoungKingdoms

VARIANT = YoungKingdoms()
