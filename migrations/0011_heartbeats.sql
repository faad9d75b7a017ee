-- Only heartbeat monitors have a heartbeat address. Monitors changed to another type had kept theirs.
UPDATE monitors SET heartbeat_hash = NULL, heartbeat_token = NULL WHERE type <> 'webhook' AND heartbeat_hash IS NOT NULL;
