-- Response times of past days, 32 days per row, so that a report of a year reads few rows.
CREATE TABLE response_blocks (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  block INTEGER NOT NULL,
  through INTEGER NOT NULL,
  total BLOB NOT NULL,
  days BLOB NOT NULL,
  PRIMARY KEY (monitor_id, block)
) WITHOUT ROWID;
