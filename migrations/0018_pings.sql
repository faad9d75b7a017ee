-- Reported runs of cron jobs: the last 100 of each monitor.
CREATE TABLE pings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- start, success, fail or log.
  kind TEXT NOT NULL,
  exit_code INTEGER,
  run_id TEXT NOT NULL,
  run_ms INTEGER,
  -- The job's output, with secrets removed.
  body TEXT NOT NULL,
  is_cut INTEGER NOT NULL
);

CREATE INDEX pings_of_monitor ON pings (monitor_id, id);
