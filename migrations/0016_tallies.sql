CREATE TABLE tallies (
  -- The kind: delivery (of a channel) or run (of an action).
  kind TEXT NOT NULL,
  object_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, object_id, status)
) WITHOUT ROWID;

INSERT INTO tallies (kind, object_id, status, count)
SELECT 'delivery', channel_id, status, count(*) FROM deliveries WHERE status <> 'pending' GROUP BY channel_id, status;

INSERT INTO tallies (kind, object_id, status, count)
SELECT 'run', action_id, status, count(*) FROM action_runs
WHERE status NOT IN ('waiting', 'running') GROUP BY action_id, status;
