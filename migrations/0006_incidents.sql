CREATE TABLE incident_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  resolved_body TEXT NOT NULL,
  impact TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  is_default INTEGER NOT NULL,
  locales TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE UNIQUE INDEX incident_templates_default ON incident_templates (is_default) WHERE is_default = 1;

INSERT INTO incident_templates (name, title, body, resolved_body, impact, built_in, is_default, locales, created_at, updated_at)
VALUES (
  'Default',
  '{{monitor}} is not available',
  'We are looking into an outage of **{{monitor}}**, which began {{duration}} ago.' || char(10, 10) ||
    'Status: {{status}}. Last check: {{error}}',
  '**{{monitor}}** is available again after an outage of {{duration}}.' || char(10, 10) || 'Status: {{status}}.',
  'major',
  1,
  1,
  json_object('pl', json_object(
    'title', 'Niedostępne: {{monitor}}',
    'body', 'Sprawdzamy, dlaczego nie działa **{{monitor}}**. Awaria trwa: {{duration}}.' || char(10, 10) ||
      'Stan: {{status}}. Ostatnie sprawdzenie: {{error}}',
    'resolvedBody', 'Znowu działa: **{{monitor}}**. Awaria trwała: {{duration}}.' || char(10, 10) || 'Stan: {{status}}.'
  )),
  unixepoch() * 1000,
  unixepoch() * 1000
);

CREATE TABLE incidents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  impact TEXT NOT NULL,
  draft INTEGER NOT NULL,
  -- Stored, because an incident must not become page-wide when its last monitor is deleted.
  page_wide INTEGER NOT NULL,
  notify_subscribers INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  resolved_at INTEGER,
  published_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  locales TEXT NOT NULL,
  auto_event_id TEXT UNIQUE,
  auto_facts TEXT,
  auto_ended_at INTEGER
);

CREATE INDEX incidents_started ON incidents (draft, started_at);
CREATE INDEX incidents_updated ON incidents (draft, updated_at);
CREATE INDEX incidents_open ON incidents (draft, started_at) WHERE status <> 'resolved';

CREATE TABLE incident_updates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  posted_at INTEGER NOT NULL,
  locales TEXT NOT NULL
);

CREATE INDEX incident_updates_incident ON incident_updates (incident_id, posted_at);

CREATE TABLE incident_monitors (
  incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  monitor_id INTEGER NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
  PRIMARY KEY (incident_id, monitor_id)
) WITHOUT ROWID;

CREATE INDEX incident_monitors_monitor ON incident_monitors (monitor_id);

-- The last event of each monitor whose outage has ended. Later news of it opens no incident.
CREATE TABLE auto_incident_ends (
  monitor_id INTEGER PRIMARY KEY REFERENCES monitors (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL
) WITHOUT ROWID;

-- Events sent to subscribers and listed in team-chat.rss. The id is public and the same for the same event.
CREATE TABLE public_events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  incident_id INTEGER REFERENCES incidents (id) ON DELETE CASCADE,
  maintenance_id INTEGER REFERENCES maintenance (id) ON DELETE CASCADE,
  update_id INTEGER REFERENCES incident_updates (id) ON DELETE CASCADE,
  body TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX public_events_at ON public_events (at);
CREATE INDEX public_events_incident ON public_events (incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX public_events_maintenance ON public_events (maintenance_id) WHERE maintenance_id IS NOT NULL;
CREATE INDEX public_events_update ON public_events (update_id) WHERE update_id IS NOT NULL;
