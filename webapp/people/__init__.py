"""Admins look after people: roles, passwords, personal links."""
