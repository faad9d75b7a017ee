import type { World } from "./world.ts";

interface Row {
  messageId: string;
  tries: string;
}

/** Each request of a sender without faults is an attempt of its row: no late end of another attempt has replaced it. */
export function compareAttempts({ database, receivers }: World): string[] {
  const rows = database.read(`
    SELECT message ->> 'id' AS messageId, attempts AS tries FROM deliveries
    UNION ALL SELECT 'run_' || id || '_' || created_at, attempts FROM action_runs`) as unknown as Row[];
  const attemptsOf = new Map(
    rows.map(({ messageId, tries }) => [messageId, JSON.parse(tries) as { at: number; ms: number }[]]),
  );
  return receivers.requests.flatMap(({ at: sentAt, host, id, mayRepeat }) => {
    const attempts = attemptsOf.get(id);
    const isRecorded = attempts?.some(({ at, ms }) => at <= sentAt && sentAt <= at + ms);
    if (!attempts || isRecorded || mayRepeat()) return [];
    return [`${host}: the request of ${new Date(sentAt).toISOString()} for ${id} isn't among its attempts`];
  });
}

/** A row that was sent must not be held, released or postponed afterwards. */
export function findChangedAfterSending({ database }: World): string[] {
  const rows = database.read(`
    SELECT id, event_id AS eventId FROM deliveries
    WHERE status = 'delivered' AND (held_until IS NOT NULL OR due_at > attempts ->> '$[#-1].at')`);
  return rows.map(({ id, eventId }) => `delivery ${id} of ${eventId} was changed after it was sent`);
}
