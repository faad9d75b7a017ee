-- Whether a channel is chosen for new monitors, and whether it alerts for every monitor without a link.
ALTER TABLE channels ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;

ALTER TABLE channels ADD COLUMN all_monitors INTEGER NOT NULL DEFAULT 0;

CREATE INDEX channels_all_monitors ON channels (id) WHERE all_monitors = 1;
