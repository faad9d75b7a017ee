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
