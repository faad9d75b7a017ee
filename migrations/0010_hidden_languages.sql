-- A language can be prepared before visitors can choose it.
ALTER TABLE locales ADD COLUMN published INTEGER NOT NULL DEFAULT 1;
