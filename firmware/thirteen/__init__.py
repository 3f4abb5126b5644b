"""Card games around the number thirteen. CONTRIBUTING.md describes the layers."""
