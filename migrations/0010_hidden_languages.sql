-- A language can be prepared before visitors are offered it.
ALTER TABLE locales ADD COLUMN published INTEGER NOT NULL DEFAULT 1;
