CREATE TABLE locales (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL,
  -- Custom texts by key, as JSON.
  translations TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Only one language is the default.
CREATE UNIQUE INDEX locales_default ON locales (is_default) WHERE is_default = 1;

INSERT INTO locales (code, name, is_default, translations, created_at, updated_at)
VALUES ('en', 'English', 1, '{}', 0, 0);
