const AT = Date.now() - 3_600_000;
const N = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)";
const LONG = "Payments by card and by transfer fail for some customers in several regions";

export const FULL_LISTS: readonly string[] = [
  `${N} INSERT INTO channels (key, name, type, enabled, notify_on_recovery, config, alert_policy, created_at, updated_at)
   SELECT key || i, name || ' of the night shift ' || i, type, i % 2, 1, config, alert_policy, 1, 1 FROM channels, n`,
  `${N} INSERT INTO incidents (title, status, impact, draft, page_wide, notify_subscribers, started_at, created_at,
     updated_at, locales, auto_event_id)
   SELECT '${LONG} ' || i, 'investigating', CASE i % 3 WHEN 0 THEN 'critical' WHEN 1 THEN 'major' ELSE 'minor' END, 0, 0, 0,
     ${AT} - i, ${AT}, ${AT}, '{}', 'auto' || i FROM n`,
  `INSERT INTO incident_updates (incident_id, body, status, posted_at, locales)
   SELECT id, 'We look into it.', 'investigating', ${AT}, '{}' FROM incidents`,
  `INSERT INTO incident_monitors (incident_id, monitor_id)
   SELECT incidents.id, monitors.id FROM incidents, monitors WHERE monitors.id <= 5`,
  `${N} INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name, event_type,
     status, reason, held_until, due_at, attempt_count, max_attempts, last_error, message, created_at)
   SELECT 1, 'full' || i, 'Operations of the night shift', 'webhook', 1, '${LONG}', 'alert',
     CASE i % 3 WHEN 0 THEN 'failed' WHEN 1 THEN 'suppressed' ELSE 'delivered' END,
     CASE i % 3 WHEN 1 THEN 'merged into digest' END, NULL, 1, 3, 3,
     CASE i % 3 WHEN 0 THEN 'The service returned 500: it could not take the message, and says to try again later.' END,
     '{}', ${AT} + i FROM n`,
  `${N} INSERT INTO action_runs (action_id, action_name, monitor_id, monitor_name, trigger, status, reason, due_at, attempts,
     created_at, finished_at)
   SELECT 1, 'Restart what hangs in the first region', 1, '${LONG}', 'down',
     CASE i % 3 WHEN 0 THEN 'failed' WHEN 1 THEN 'skipped' ELSE 'succeeded' END, CASE i % 3 WHEN 1 THEN 'maintenance' END,
     ${AT}, '[{"at":1,"httpStatus":500,"ms":31,"error":"The service returned 500 and said that it is busy."}]',
     ${AT} + i, ${AT} + i FROM n`,
  `${N} INSERT INTO subscribers (type, destination, email, status, locale, events, monitor_ids, seal_name, manage_token,
     manage_hash, unsubscribe_hash, created_at, confirmed_at, failures, last_error)
   SELECT 'webhook', 'https://hooks.example.com/a/long/way/to/whoever/wants/to/know/' || i, 'person' || i || '@example.com',
     CASE i % 3 WHEN 0 THEN 'disabled' ELSE 'active' END, 'en', '["incident.created","maintenance.scheduled"]', '[1,2,3]',
     's' || i, 't', 'm' || i, 'u' || i, 1, 1, i % 3, CASE i % 3 WHEN 0 THEN 'The address returned 500.' END FROM n`,
  `INSERT INTO fanouts (id, event_id, event_type, title, scope, at, cursor, finished_at, created_at)
   VALUES (1, 'full', 'incident.created', '${LONG}', '{"all":true}', 1, NULL, 1, ${AT})`,
  `INSERT INTO subscriber_deliveries (id, status, attempt_count, max_attempts, due_at, attempts, response_status,
     last_error, created_at)
   SELECT 1000000000 + id, CASE id % 2 WHEN 0 THEN 'failed' ELSE 'delivered' END, 4, 4, 1, '[]', 500,
     CASE id % 2 WHEN 0 THEN 'The address returned 500: it could not take the message.' END, ${AT} FROM subscribers`,
  `${N} INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
   SELECT ${AT} + i, 1, 'somebody.with.a.long.name@example.com', 'Update', 'monitor', '${LONG}',
     '{"fields":["intervalSecs","name"],"changes":{"intervalSecs":[60,30],"name":["Payments","${LONG}"]}}' FROM n`,
];
