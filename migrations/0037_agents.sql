CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  away_after_secs INTEGER NOT NULL,
  channel_ids TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  token_prefix TEXT NOT NULL,
  old_token_hash TEXT,
  old_token_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- The key of the agent that checks the monitor.
ALTER TABLE monitors ADD COLUMN agent TEXT;
