"""Five card games around the number thirteen. The floors are told in the README."""
