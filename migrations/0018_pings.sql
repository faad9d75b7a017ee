-- What jobs have told of their runs: the last 100 of each monitor.
CREATE TABLE pings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- start, success, fail or log.
  kind TEXT NOT NULL,
  exit_code INTEGER,
  run_id TEXT NOT NULL,
  run_ms INTEGER,
  -- What the job printed, without what reads like a secret.
  body TEXT NOT NULL,
  is_cut INTEGER NOT NULL
);

CREATE INDEX pings_of_monitor ON pings (monitor_id, id);
