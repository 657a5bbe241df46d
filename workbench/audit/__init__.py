"""Whether an encoding accepts just the fillings that the rules accept, decided on small boards."""
