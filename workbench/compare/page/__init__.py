"""The report of a comparison: one page that needs no other file, tables for papers, and plots as SVG."""
