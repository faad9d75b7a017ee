-- A row's secrets are encrypted with its seal_name, which exists before the row has an id.
CREATE TABLE vaults (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  seal_name TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('local', 'hashicorp')),
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE vault_secrets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  vault_id INTEGER NOT NULL REFERENCES vaults (id) ON DELETE CASCADE,
  seal_name TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('userpass', 'value', 'json')),
  fields TEXT NOT NULL,
  sealed TEXT,
  path TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (vault_id, name)
);
