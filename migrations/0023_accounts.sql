-- The link by which somebody sets a password: of an invitation, or of a forgotten one. The last mail's counts.
CREATE TABLE password_links (
  user_id INTEGER PRIMARY KEY,
  -- invitation, reset.
  kind TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);

CREATE UNIQUE INDEX password_links_token ON password_links (token_hash);

-- Who says to have forgotten a password, until somebody has looked whose address it is.
CREATE TABLE password_requests (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  ip TEXT NOT NULL,
  claimed_until INTEGER,
  created_at INTEGER NOT NULL
);

-- What a window is called in a document that has made it; one that people have planned is called by its id.
CREATE TABLE maintenance_keys (
  maintenance_id INTEGER PRIMARY KEY REFERENCES maintenance (id) ON DELETE CASCADE,
  key TEXT NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX maintenance_keys_key ON maintenance_keys (key);
