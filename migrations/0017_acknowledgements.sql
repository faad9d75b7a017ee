-- Who has seen to an outage. It goes with the recovery, or with the next outage where that was not heard of.
CREATE TABLE acknowledgements (
  monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE,
  by_name TEXT NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL,
  until_at INTEGER,
  -- First failing check of the outage.
  down_since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE snoozes (
  monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE,
  until_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What channels have to hear of these; a row goes when every channel has taken it.
CREATE TABLE alert_notices (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
