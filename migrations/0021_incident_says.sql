-- What an incident says of each of its components now, by the monitor's id; the latest given holds.
ALTER TABLE incidents ADD COLUMN components TEXT NOT NULL DEFAULT '{}';

-- Text, translations and when it was published; null until somebody writes it.
ALTER TABLE incidents ADD COLUMN post_mortem TEXT;

ALTER TABLE incidents ADD COLUMN nag_hours INTEGER;

ALTER TABLE incidents ADD COLUMN nagged_at INTEGER;

-- What was said with this update.
ALTER TABLE incident_updates ADD COLUMN components TEXT NOT NULL DEFAULT '{}';

-- Until then nobody sees it; null once it is posted.
ALTER TABLE incident_updates ADD COLUMN publish_at INTEGER;

CREATE INDEX incident_updates_planned ON incident_updates (publish_at) WHERE publish_at IS NOT NULL;

CREATE INDEX incidents_nagging ON incidents (id) WHERE nag_hours IS NOT NULL AND status <> 'resolved';
