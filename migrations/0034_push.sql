-- Browsers that receive push notifications for a user. Address and keys are encrypted together.
CREATE TABLE push_devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  service TEXT NOT NULL,
  endpoint_hash TEXT NOT NULL UNIQUE,
  seal_name TEXT NOT NULL,
  subscription TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_sent_at INTEGER,
  last_error TEXT
);
CREATE INDEX push_devices_by_user ON push_devices (user_id);

-- The user's order of contact methods, if chosen.
CREATE TABLE contacts (
  user_id INTEGER PRIMARY KEY,
  ways TEXT NOT NULL,
  webhook_url TEXT
);
