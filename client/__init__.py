"""Everything that shows. It decides nothing and knows no rules."""
