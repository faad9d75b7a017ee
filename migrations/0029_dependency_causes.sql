-- Confirmed down since it was last confirmed up: what depends on it waits for its recovery.
ALTER TABLE monitor_status ADD COLUMN has_been_down INTEGER NOT NULL DEFAULT 0;

-- Which dependencies had failed at its last check, while that leaves it affected: [id].
ALTER TABLE monitor_status ADD COLUMN affected_by TEXT NOT NULL DEFAULT '[]';
