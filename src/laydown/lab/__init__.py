"""Who answers for the house, and players set against each other."""
