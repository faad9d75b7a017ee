-- Who acknowledged an outage. Deleted with the recovery, or with the next outage if the recovery was missed.
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

-- Acknowledgements that channels must hear about. A row is deleted once all channels have accepted it.
CREATE TABLE alert_notices (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
