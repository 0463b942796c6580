"""Reports on an event: ratings, standings, tables, charts, pages and exports."""
