"""The wire: typed messages, one module per area, with framing and limits. DESIGN section 5."""
