-- Adds a kind of vault. A CHECK can only be changed by replacing the column.
ALTER TABLE vaults ADD COLUMN kind_now TEXT NOT NULL DEFAULT 'local' CHECK (kind_now IN ('local', 'hashicorp', 'agent'));
UPDATE vaults SET kind_now = kind;
ALTER TABLE vaults DROP COLUMN kind;
ALTER TABLE vaults RENAME COLUMN kind_now TO kind;
