-- What became of the last messages of a channel, without going through those of all others.
CREATE INDEX deliveries_ended ON deliveries (channel_id, id) WHERE status IN ('delivered', 'failed');

-- What the service does by itself is under its name. A refused sign-in may have no name at all.
UPDATE audit SET user_email = 'system' WHERE user_id = 0 AND user_email = '' AND action <> 'Denied';
UPDATE versions SET changed_by = 'system' WHERE changed_by = '';
