CREATE TABLE actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  config TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- The channels notified when a run fails after its last attempt.
CREATE TABLE action_channels (
  action_id INTEGER NOT NULL REFERENCES actions (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  PRIMARY KEY (action_id, channel_id)
) WITHOUT ROWID;

CREATE INDEX action_channels_channel ON action_channels (channel_id);

CREATE TABLE action_links (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  action_id INTEGER NOT NULL REFERENCES actions (id) ON DELETE CASCADE,
  on_status TEXT NOT NULL,
  delay_minutes INTEGER NOT NULL,
  cooldown_minutes INTEGER NOT NULL,
  PRIMARY KEY (monitor_id, action_id, on_status)
) WITHOUT ROWID;

CREATE INDEX action_links_action ON action_links (action_id);

-- One row per run. Runs stay when the action or the monitor is deleted.
CREATE TABLE action_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- From the watch's timer, so that a repeated report adds no second run. Null for manual runs.
  timer_id TEXT UNIQUE,
  action_id INTEGER NOT NULL,
  action_name TEXT NOT NULL,
  monitor_id INTEGER,
  monitor_name TEXT NOT NULL,
  trigger TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  -- When the delay ends, then when the next attempt is due.
  due_at INTEGER NOT NULL,
  -- When the delay ended and nothing held the run back. Null until then.
  fired_at INTEGER,
  -- The claim's end.
  claimed_until INTEGER,
  attempt_count INTEGER NOT NULL DEFAULT 0,
  attempts TEXT NOT NULL DEFAULT '[]',
  -- The values of its variables. Null until it starts.
  facts TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- 0 until all notified channels have accepted the failure.
  failure_offered INTEGER NOT NULL DEFAULT 1
);

CREATE INDEX action_runs_open ON action_runs (due_at) WHERE status IN ('waiting', 'running');

CREATE INDEX action_runs_untold ON action_runs (finished_at) WHERE failure_offered = 0;

CREATE INDEX action_runs_action ON action_runs (action_id, monitor_id, trigger, fired_at);

CREATE INDEX action_runs_monitor ON action_runs (monitor_id, id);

CREATE INDEX action_runs_created ON action_runs (created_at);
