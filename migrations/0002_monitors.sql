CREATE TABLE monitors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0,
  interval_secs INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  failure_threshold INTEGER NOT NULL,
  recovery_threshold INTEGER NOT NULL,
  config TEXT NOT NULL,
  tags TEXT NOT NULL,
  auto_incident_minutes INTEGER,
  auto_incident_mode TEXT NOT NULL DEFAULT 'draft',
  auto_incident_template_id INTEGER,
  heartbeat_hash TEXT UNIQUE,
  heartbeat_token TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE monitor_dependencies (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  depends_on_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  PRIMARY KEY (monitor_id, depends_on_id)
) WITHOUT ROWID;

CREATE INDEX monitor_dependencies_reverse ON monitor_dependencies (depends_on_id);

-- Written only by the monitor's watch, when something changes.
CREATE TABLE monitor_status (
  monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE,
  current TEXT NOT NULL,
  current_since INTEGER,
  confirmed TEXT NOT NULL,
  confirmed_since INTEGER,
  message TEXT NOT NULL,
  checked_at INTEGER,
  response_ms INTEGER,
  max_gap_ms INTEGER NOT NULL,
  certificate_expires_at INTEGER
);

CREATE TABLE monitor_history (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  to_at INTEGER,
  state TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (monitor_id, from_at)
) WITHOUT ROWID;

CREATE TABLE response_days (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  hours BLOB NOT NULL,
  PRIMARY KEY (monitor_id, day)
) WITHOUT ROWID;

CREATE TABLE monitor_events (
  id TEXT PRIMARY KEY,
  monitor_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX monitor_events_monitor ON monitor_events (monitor_id, at);

-- Watches that have not yet loaded changed settings.
CREATE TABLE stale_watches (
  watch INTEGER PRIMARY KEY,
  version INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE maintenance (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  all_monitors INTEGER NOT NULL,
  notify_subscribers INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE INDEX maintenance_end ON maintenance (ends_at);

CREATE TABLE maintenance_monitors (
  maintenance_id INTEGER NOT NULL REFERENCES maintenance (id) ON DELETE CASCADE,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  PRIMARY KEY (maintenance_id, monitor_id)
) WITHOUT ROWID;

CREATE INDEX maintenance_monitors_monitor ON maintenance_monitors (monitor_id);
