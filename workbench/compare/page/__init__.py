"""The report: a page to explore that needs nothing else, tables for papers, and plots as SVG."""
