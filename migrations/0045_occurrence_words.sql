-- Occurrences didn't take over the translations of their recurring maintenance.
UPDATE maintenance AS own SET locales = (SELECT series.locales FROM maintenance AS series WHERE series.id = own.series_id)
WHERE own.series_id IS NOT NULL;
