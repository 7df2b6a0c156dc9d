"""What all features work with: records, work of annotators, jobs, audit trail, store, downloads."""
