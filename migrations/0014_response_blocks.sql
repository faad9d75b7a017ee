-- Response times of days that are over, so that a year is read in a few rows: 32 days a row, together and each.
CREATE TABLE response_blocks (
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  block INTEGER NOT NULL,
  through INTEGER NOT NULL,
  total BLOB NOT NULL,
  days BLOB NOT NULL,
  PRIMARY KEY (monitor_id, block)
) WITHOUT ROWID;
