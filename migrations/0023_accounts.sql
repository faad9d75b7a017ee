-- The link to set a password, from an invitation or a password reset. Only the last one sent works.
CREATE TABLE password_links (
  user_id INTEGER PRIMARY KEY,
  -- invitation, reset.
  kind TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);

CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);

-- Requests to reset a password, until cron has looked up whether the address has an account.
CREATE TABLE password_requests (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  ip TEXT NOT NULL,
  claimed_until INTEGER,
  created_at INTEGER NOT NULL
);

-- The key of a window in documents. Windows created in the panel are named by id.
CREATE TABLE maintenance_keys (
  maintenance_id INTEGER PRIMARY KEY REFERENCES maintenance (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX maintenance_keys_key ON maintenance_keys (key);
