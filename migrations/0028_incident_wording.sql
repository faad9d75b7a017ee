-- The built-in text now says when an outage began instead of its duration, and no longer includes the check's message.
UPDATE incident_templates SET body =
  'We are looking into an outage of **{{monitor}}**, which began on {{since}}.' || char(10, 10) || 'Status: {{status}}.'
WHERE built_in = 1 AND body =
  'We are looking into an outage of **{{monitor}}**, which began {{duration}} ago.' || char(10, 10) ||
  'Status: {{status}}. Last check: {{error}}';

UPDATE incident_templates SET locales = json_set(locales, '$.pl.body',
  'Sprawdzamy, dlaczego nie działa **{{monitor}}**. Początek awarii: {{since}}.' || char(10, 10) || 'Stan: {{status}}.')
WHERE built_in = 1 AND locales ->> '$.pl.body' =
  'Sprawdzamy, dlaczego nie działa **{{monitor}}**. Awaria trwa: {{duration}}.' || char(10, 10) ||
  'Stan: {{status}}. Ostatnie sprawdzenie: {{error}}';
