-- Whether new monitors are linked to the channel, and whether it receives alerts of all monitors without links.
ALTER TABLE channels ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;

ALTER TABLE channels ADD COLUMN all_monitors INTEGER NOT NULL DEFAULT 0;

CREATE INDEX channels_all_monitors ON channels (id) WHERE all_monitors = 1;
