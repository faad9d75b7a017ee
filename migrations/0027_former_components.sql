-- Deleted monitors that the incident still shows, as [{ "id", "name" }]. It stays public because of them.
ALTER TABLE incidents ADD COLUMN former_components TEXT NOT NULL DEFAULT '[]';
