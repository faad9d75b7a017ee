-- The person or channel that a delivery of an on-call channel is for.
ALTER TABLE deliveries ADD COLUMN recipient TEXT;
-- When its link for acknowledging was used.
ALTER TABLE deliveries ADD COLUMN acknowledged_at INTEGER;
