"""Drawing: text for a terminal, SVG for everything else."""
