"""Parts that all features share: records, work, jobs, audit trail, store, downloads, backups."""
