"""Rules, score sheets and rule cards on paper: one content, as HTML and as PDF."""
