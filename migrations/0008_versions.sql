-- How often an object was changed and who changed it last, for two who edit it at once. One that was never changed
-- has no row: it has its first version.
CREATE TABLE versions (
  -- As the audit log calls it, with its id or code: monitor/7, locale/de, branding.
  object TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;
