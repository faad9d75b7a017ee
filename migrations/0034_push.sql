-- Browsers that get push messages for a person. Address and keys are sealed as one.
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

-- In which order a person is notified, where they have chosen it.
CREATE TABLE contacts (
  user_id INTEGER PRIMARY KEY,
  ways TEXT NOT NULL,
  webhook_url TEXT
);
