"""An independent, slow, obvious referee of the games for three and four."""
