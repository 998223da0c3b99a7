"""Every registered strategy through one suite."""
