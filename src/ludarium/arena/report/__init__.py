"""What an event came to: ratings, standings, tables, charts, pages and exports."""
