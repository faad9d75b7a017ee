-- The recurrence rule, as JSON. Occurrences are rows too. The series itself is not a window.
ALTER TABLE maintenance ADD COLUMN series TEXT;

-- Of an occurrence: its series, its start by the rule, and when it is announced.
ALTER TABLE maintenance ADD COLUMN series_id INTEGER;

ALTER TABLE maintenance ADD COLUMN occurrence_at INTEGER;

ALTER TABLE maintenance ADD COLUMN announce_at INTEGER;

-- The last event that was sent, and when the next is due.
ALTER TABLE maintenance ADD COLUMN told TEXT NOT NULL DEFAULT 'announced';

ALTER TABLE maintenance ADD COLUMN turn_at INTEGER;

UPDATE maintenance SET turn_at = starts_at WHERE starts_at > unixepoch() * 1000;

UPDATE maintenance SET told = 'completed' WHERE turn_at IS NULL;

CREATE UNIQUE INDEX maintenance_occurrence ON maintenance (series_id, occurrence_at) WHERE series_id IS NOT NULL;

CREATE INDEX maintenance_turn ON maintenance (turn_at) WHERE turn_at IS NOT NULL;
