CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  notify_on_recovery INTEGER NOT NULL,
  config TEXT NOT NULL,
  alert_policy TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE monitor_channels (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  PRIMARY KEY (monitor_id, channel_id)
) WITHOUT ROWID;

CREATE INDEX monitor_channels_channel ON monitor_channels (channel_id);

-- 0 until all channels of the monitor have accepted the event. Events from before channels existed count as accepted.
ALTER TABLE monitor_events ADD COLUMN offered INTEGER NOT NULL DEFAULT 1;

CREATE INDEX monitor_events_untaken ON monitor_events (at) WHERE offered = 0;

-- One row per message to a channel. Rows stay when the channel or the monitor is deleted.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  channel_name TEXT NOT NULL,
  channel_type TEXT NOT NULL,
  monitor_id INTEGER,
  monitor_name TEXT NOT NULL,
  event_type TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  held_until INTEGER,
  -- When the next attempt is due.
  due_at INTEGER NOT NULL,
  -- The claim's end.
  claimed_until INTEGER,
  attempt_count INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  attempts TEXT NOT NULL DEFAULT '[]',
  last_error TEXT,
  message TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER,
  UNIQUE (channel_id, event_id)
);

CREATE INDEX deliveries_pending ON deliveries (due_at) WHERE status = 'pending';

CREATE INDEX deliveries_monitor ON deliveries (monitor_id, id);
