-- Each subscription is to one page. The same address may follow several.
ALTER TABLE subscribers ADD COLUMN page_id INTEGER NOT NULL DEFAULT 1;
DROP INDEX subscribers_destination;
CREATE UNIQUE INDEX subscribers_destination ON subscribers (type, destination, email, page_id);
