-- The person or channel that receives a delivery of an on-call channel.
ALTER TABLE deliveries ADD COLUMN recipient TEXT;
-- When its acknowledge link was used.
ALTER TABLE deliveries ADD COLUMN acknowledged_at INTEGER;
