-- People and webhooks notified of incidents and maintenance. Secrets are encrypted with subscriber/<seal_name>/….
CREATE TABLE subscribers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  -- The email address in lower case, or the webhook's URL.
  destination TEXT NOT NULL,
  email TEXT NOT NULL,
  -- pending, active, disabled (paused), unsubscribed.
  status TEXT NOT NULL,
  locale TEXT NOT NULL,
  events TEXT NOT NULL,
  monitor_ids TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  webhook_method TEXT NOT NULL DEFAULT 'POST',
  webhook_headers TEXT NOT NULL DEFAULT '{}',
  signing_secret TEXT,
  notify_on_failure INTEGER NOT NULL DEFAULT 1,
  seal_name TEXT NOT NULL,
  -- Encrypted, because every email links to it. Found by its hash. The one-click token is derived from it.
  manage_token TEXT NOT NULL,
  manage_hash TEXT NOT NULL,
  unsubscribe_hash TEXT NOT NULL,
  confirm_hash TEXT,
  confirm_until INTEGER,
  -- Failed deliveries in a row.
  failures INTEGER NOT NULL DEFAULT 0,
  failure_told_at INTEGER,
  last_notified_at INTEGER,
  last_error TEXT,
  confirmed_at INTEGER,
  created_at INTEGER NOT NULL
);

CREATE UNIQUE INDEX subscribers_destination ON subscribers (type, destination, email);
CREATE UNIQUE INDEX subscribers_manage ON subscribers (manage_hash);
CREATE UNIQUE INDEX subscribers_unsubscribe ON subscribers (unsubscribe_hash);
CREATE UNIQUE INDEX subscribers_confirm ON subscribers (confirm_hash) WHERE confirm_hash IS NOT NULL;
-- Unconfirmed subscriptions are deleted a week after their link expires.
CREATE INDEX subscribers_pending ON subscribers (confirm_until) WHERE status = 'pending';

-- Sign-ups wait here until the address is looked up: known and new addresses must take equally long to answer.
CREATE TABLE subscriber_requests (
  id INTEGER PRIMARY KEY,
  -- Header values are encrypted like the subscriber's own, with the seal_name in the request.
  body TEXT NOT NULL,
  claimed_until INTEGER,
  created_at INTEGER NOT NULL
);

-- Emails about the subscription itself: confirm, welcome, reminder, failing, paused.
CREATE TABLE subscriber_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subscriber_id INTEGER NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- Encrypted: the token of a confirmation link, until the email is sent.
  token TEXT,
  status TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL DEFAULT 0,
  claimed_until INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL
);

CREATE INDEX subscriber_notices_due ON subscriber_notices (due_at) WHERE status = 'pending';
CREATE INDEX subscriber_notices_subscriber ON subscriber_notices (subscriber_id);

-- One event on its way to its subscribers. They are determined when it happens.
CREATE TABLE fanouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  event_type TEXT NOT NULL,
  title TEXT NOT NULL,
  -- {"all": true}, {"monitorIds": […], "tags": […]}, or {"toldBy": [fan-outs]}.
  scope TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Deliveries are stored up to this subscriber id. Null once all are.
  cursor INTEGER DEFAULT 0,
  -- Deliveries are handed over for sending up to this subscriber id.
  handed INTEGER NOT NULL DEFAULT 0,
  -- Claims the fan-out for one invocation. The value identifies it.
  claimed_until INTEGER,
  -- When all deliveries have been tried once. Retries continue on their own.
  finished_at INTEGER,
  created_at INTEGER NOT NULL
);

CREATE INDEX fanouts_open ON fanouts (id) WHERE finished_at IS NULL;

-- The id is fan-out id × 10^9 + subscriber id, so each subscriber gets an event once without another index.
CREATE TABLE subscriber_deliveries (
  id INTEGER PRIMARY KEY,
  status TEXT NOT NULL,
  attempt_count INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  claimed_until INTEGER,
  attempts TEXT NOT NULL DEFAULT '[]',
  response_status INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER
);

CREATE INDEX subscriber_deliveries_failed ON subscriber_deliveries (id) WHERE status = 'failed';
-- First attempts are found by their fan-out and need no index.
CREATE INDEX subscriber_deliveries_waiting ON subscriber_deliveries (due_at)
  WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1);
