-- How often an object was changed and who changed it last, to detect conflicting edits. An object that was never
-- changed has no row.
CREATE TABLE versions (
  -- As in the audit log, with its id or code: monitor/7, locale/de, branding.
  object TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;
