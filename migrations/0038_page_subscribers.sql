-- A subscription belongs to one page. An address can subscribe to several.
ALTER TABLE subscribers ADD COLUMN page_id INTEGER NOT NULL DEFAULT 1;
DROP INDEX subscribers_destination;
CREATE UNIQUE INDEX subscribers_destination ON subscribers (type, destination, email, page_id);
