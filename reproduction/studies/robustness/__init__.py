"""How mentions without a known entity affect those that have one."""
