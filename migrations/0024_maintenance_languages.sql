-- Name and description of a window in the page's other languages, by code.
ALTER TABLE maintenance ADD COLUMN locales TEXT NOT NULL DEFAULT '{}';
