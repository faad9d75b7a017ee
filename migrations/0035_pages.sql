-- Each status page. The default page has id 1 and its settings have plain names. Those of other pages end in the id.
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

-- The pages that show an incident without monitors, or a window for all monitors. Null: every page.
ALTER TABLE incidents ADD COLUMN page_ids TEXT NOT NULL DEFAULT '[1]';
ALTER TABLE maintenance ADD COLUMN page_ids TEXT;

-- The keys of the pages a viewer can see. Null: all.
ALTER TABLE users ADD COLUMN page_keys TEXT;
