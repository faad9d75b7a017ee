-- Name and description of a window in other languages of the page, by code.
ALTER TABLE maintenance ADD COLUMN locales TEXT NOT NULL DEFAULT '{}';
