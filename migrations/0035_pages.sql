-- Each status page. The default page is 1: its settings keep their names, those of others end in its id.
CREATE TABLE pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  hostnames TEXT NOT NULL DEFAULT '[]',
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
INSERT INTO pages (id, key, name, position, created_at, updated_at) VALUES (1, 'main', '', 0, 0, 0);

-- The pages that show an incident without monitors, and a window of all monitors: null for every page.
ALTER TABLE incidents ADD COLUMN page_ids TEXT NOT NULL DEFAULT '[1]';
ALTER TABLE maintenance ADD COLUMN page_ids TEXT;

-- The pages a viewer may see: keys, or null for all.
ALTER TABLE users ADD COLUMN page_keys TEXT;
