-- Who is told of what operators publish. Everything secret is sealed under subscriber/<seal_name>/….
CREATE TABLE subscribers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  -- The mail address in lower case, or the address that is called.
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
  -- Sealed, since each mail has it in a link; found by its hash. The one-click token follows from it.
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
-- Those that nobody confirms go a week after their link.
CREATE INDEX subscribers_pending ON subscribers (confirm_until) WHERE status = 'pending';

-- Sign-ups as they were sent, until somebody has looked whose they are: a known address costs as much as a new one.
CREATE TABLE subscriber_requests (
  id INTEGER PRIMARY KEY,
  -- Header values in it are sealed as the subscriber's own, under the name that it brings along.
  body TEXT NOT NULL,
  claimed_until INTEGER,
  created_at INTEGER NOT NULL
);

-- Mails about a subscription itself: confirm, welcome, reminder, failing, paused.
CREATE TABLE subscriber_notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subscriber_id INTEGER NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- Sealed: a confirmation's own token, until it was sent.
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

-- One event on its way to all subscribers: whom it is for was decided when it happened.
CREATE TABLE fanouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL UNIQUE,
  event_type TEXT NOT NULL,
  title TEXT NOT NULL,
  -- {"all": true}, {"monitorIds": […], "tags": […]}, or {"toldBy": [fan-outs]}.
  scope TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Up to which subscriber deliveries are written; null once all are.
  cursor INTEGER DEFAULT 0,
  -- Up to which subscriber they have been handed over to be sent.
  handed INTEGER NOT NULL DEFAULT 0,
  -- One invocation at a time goes on with it; the number shows which.
  claimed_until INTEGER,
  -- Everything of it was tried once; what is tried again waits by itself.
  finished_at INTEGER,
  created_at INTEGER NOT NULL
);

CREATE INDEX fanouts_open ON fanouts (id) WHERE finished_at IS NULL;

-- The id is the fan-out's times 10^9 and the subscriber's: the same event goes once to each, and no index is paid for.
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
-- First attempts are found by their fan-out and pay for no index.
CREATE INDEX subscriber_deliveries_waiting ON subscriber_deliveries (due_at)
  WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1);
