"""The report: a page that needs nothing else, plots as SVG and PNG, tables as CSV."""
