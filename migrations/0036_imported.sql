-- Its origin as `source/external id`, so that a repeated import doesn't add it again.
ALTER TABLE incidents ADD COLUMN imported_from TEXT;
ALTER TABLE maintenance ADD COLUMN imported_from TEXT;
CREATE UNIQUE INDEX incidents_by_origin ON incidents (imported_from) WHERE imported_from IS NOT NULL;
CREATE UNIQUE INDEX maintenance_by_origin ON maintenance (imported_from) WHERE imported_from IS NOT NULL;
