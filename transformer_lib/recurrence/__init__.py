"""Recurrent networks from scratch, and instruments that show where they end."""
