CREATE TABLE locales (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL,
  -- A JSON object: texts by their key, only those that were written here.
  translations TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- One language at most is the default.
CREATE UNIQUE INDEX locales_default ON locales (is_default) WHERE is_default = 1;

INSERT INTO locales (code, name, is_default, translations, created_at, updated_at)
VALUES ('en', 'English', 1, '{}', 0, 0);
