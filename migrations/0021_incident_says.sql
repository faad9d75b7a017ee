-- The current status of each component in the incident, by monitor id.
ALTER TABLE incidents ADD COLUMN components TEXT NOT NULL DEFAULT '{}';

-- Text, translations and publication time. Null if there is none.
ALTER TABLE incidents ADD COLUMN post_mortem TEXT;

ALTER TABLE incidents ADD COLUMN nag_hours INTEGER;

ALTER TABLE incidents ADD COLUMN nagged_at INTEGER;

-- The component statuses set by this update.
ALTER TABLE incident_updates ADD COLUMN components TEXT NOT NULL DEFAULT '{}';

-- When a scheduled update is posted. Null once it is posted.
ALTER TABLE incident_updates ADD COLUMN publish_at INTEGER;

CREATE INDEX incident_updates_planned ON incident_updates (publish_at) WHERE publish_at IS NOT NULL;

CREATE INDEX incidents_nagging ON incidents (id) WHERE nag_hours IS NOT NULL AND status <> 'resolved';
