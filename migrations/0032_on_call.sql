CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  rotations TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE schedule_overrides (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL
);
CREATE INDEX schedule_overrides_by_schedule ON schedule_overrides (schedule_id);

-- Deleted users that schedules still refer to.
CREATE TABLE former_users (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL
);

-- Calendar links of schedules and users.
CREATE TABLE calendar_links (
  token_hash TEXT PRIMARY KEY,
  schedule_id INTEGER UNIQUE,
  user_id INTEGER UNIQUE,
  created_at INTEGER NOT NULL
);
