import type { World } from "./world.ts";

interface Row {
  messageId: string;
  tries: string;
  isSent: 0 | 1;
}

interface Attempt {
  at: number;
  ms: number;
}

/** Each request of a sender without faults is an attempt of its row, unless a late end said that an earlier one was sent. */
export function compareAttempts({ database, receivers }: World): string[] {
  const rows = database.read(`
    SELECT message ->> 'id' AS messageId, attempts AS tries, status = 'delivered' AS isSent FROM deliveries
    UNION ALL SELECT 'run_' || id || '_' || created_at, attempts, status = 'succeeded' FROM action_runs`);
  const known = new Map(
    (rows as unknown as Row[]).map(({ messageId, tries, isSent }) => {
      return [messageId, { attempts: JSON.parse(tries) as Attempt[], isSent: isSent === 1 }];
    }),
  );
  const requests = Map.groupBy(receivers.requests, ({ id }) => id);
  return receivers.requests.flatMap(({ at: sentAt, host, id, mayRepeat }) => {
    const row = known.get(id);
    if (!row || row.attempts.some((one) => covers(one, sentAt)) || mayRepeat()) return [];
    // A late end that says "sent" counts even after the next attempt began, which then isn't recorded.
    const last = row.attempts.at(-1);
    const isSentByEarlier = requests
      .get(id)
      ?.some((one) => one.at < sentAt && last && covers(last, one.at) && one.mayRepeat());
    if (row.isSent && isSentByEarlier) return [];
    return [`${host}: the request of ${new Date(sentAt).toISOString()} for ${id} isn't among its attempts`];
  });
}

function covers({ at, ms }: Attempt, sentAt: number): boolean {
  return at <= sentAt && sentAt <= at + ms;
}

export function findChangedAfterSending({ database }: World): string[] {
  const rows = database.read(`
    SELECT id, event_id AS eventId FROM deliveries
    WHERE status = 'delivered' AND (held_until IS NOT NULL OR due_at > attempts ->> '$[#-1].at')`);
  return rows.map(({ id, eventId }) => `delivery ${id} of ${eventId} was changed after it was sent`);
}
