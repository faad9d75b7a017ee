-- Finds a channel's latest ended messages.
CREATE INDEX deliveries_ended ON deliveries (channel_id, id) WHERE status IN ('delivered', 'failed');

-- Uptide's own actions have the user name 'system'. A refused sign-in may have no user name.
UPDATE audit SET user_email = 'system' WHERE user_id = 0 AND user_email = '' AND action <> 'Denied';
UPDATE versions SET changed_by = 'system' WHERE changed_by = '';
