"""The audit log: who did what to which object when, searched and exported by admins."""
