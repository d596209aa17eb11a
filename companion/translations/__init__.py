"""The catalogues, one folder a language, and what finds the texts for them."""
