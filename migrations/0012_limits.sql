-- Sessions begun before tokens carried a tag are looked for as long as the last of them lasts, and no longer.
INSERT INTO settings (name, value, updated_at)
SELECT 'untaggedSessionsUntil', CAST(max(expires_at) AS TEXT), unixepoch() * 1000
FROM sessions
HAVING max(expires_at) IS NOT NULL;

-- Refused sign-ins of an hour, by reason: those past the first few are one entry that says how many they were.
CREATE TABLE denials (
  hour INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  audit_id INTEGER,
  PRIMARY KEY (hour, reason)
) WITHOUT ROWID;

-- Challenges of the code step that have signed somebody in, until they would have ended by themselves.
CREATE TABLE used_challenges (
  id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);
