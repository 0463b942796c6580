"""The files in deploy/: units, proxies, containers, dashboard."""
