-- Sessions from before tokens had a tag are searched until the last of them expires.
INSERT INTO settings (name, value, updated_at)
SELECT 'untaggedSessionsUntil', CAST(max(expires_at) AS TEXT), unixepoch() * 1000
FROM sessions
HAVING max(expires_at) IS NOT NULL;

-- Refused sign-ins per hour and reason. All but the first few share one audit entry with a count.
CREATE TABLE denials (
  hour INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  audit_id INTEGER,
  PRIMARY KEY (hour, reason)
) WITHOUT ROWID;

-- Two-factor challenges already used to sign in, kept until they expire.
CREATE TABLE used_challenges (
  id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);
