import { bindings } from "../api/client.ts";

export async function addMonitors(ids: readonly number[]): Promise<void> {
  await bindings.DB.prepare(`
    INSERT INTO monitors (id, key, name, type, paused, interval_secs, timeout_ms, retries, failure_threshold,
      recovery_threshold, config, tags, created_at, updated_at)
    SELECT value, 'm' || value, '', 'https', 1, 60, 1000, 1, 1, 1, '{}', '[]', 0, 0 FROM json_each(?)`)
    .bind(JSON.stringify(ids))
    .run();
}
