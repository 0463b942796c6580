"""The games as environments of other libraries; each module needs an extra of its own."""
