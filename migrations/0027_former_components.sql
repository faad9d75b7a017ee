-- What visitors read of its monitors that were deleted since: [{ "id", "name" }]. It stays public for these.
ALTER TABLE incidents ADD COLUMN former_components TEXT NOT NULL DEFAULT '[]';
