"""What operators do to a site, by its database."""
