"""What a project's attacker knows: texts about people, given by admins, read by the worker."""
