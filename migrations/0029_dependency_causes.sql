-- Down until its recovery is confirmed. Dependents wait for that.
ALTER TABLE monitor_status ADD COLUMN has_been_down INTEGER NOT NULL DEFAULT 0;

-- The dependencies that had failed at its last check, if it is affected: [id].
ALTER TABLE monitor_status ADD COLUMN affected_by TEXT NOT NULL DEFAULT '[]';
