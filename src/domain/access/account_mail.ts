import type { SmtpSettings, UnconfirmedChange } from "../../schema/smtp.ts";
import { changedFields, decideChanges } from "../system/audit_changes.ts";

const WHY = "Password and invitation emails are paused";

/**
 * A server that carries password links can take over any account, so account emails use only settings an
 * administrator saved last. Saving confirms all of them.
 */
export function decideConfirmed(
  { before, after }: { before: SmtpSettings; after: SmtpSettings },
  { isAdmin, by, at }: { isAdmin: boolean; by: string; at: number },
): SmtpSettings {
  if (isAdmin) return { ...after, savedByAdmin: true, unconfirmed: [] };
  const fields = changedFields(decideChanges(before, after));
  if (fields.length === 0) return after;
  return { ...after, savedByAdmin: false, unconfirmed: addChange(before.unconfirmed, { by, at, fields }) };
}

function addChange(known: readonly UnconfirmedChange[], change: UnconfirmedChange): UnconfirmedChange[] {
  const own = known.find(({ by }) => by === change.by);
  const fields = [...new Set([...(own?.fields ?? []), ...change.fields])];
  return [...known.filter((one) => one !== own), { ...change, fields }];
}

export function describeStop({ savedByAdmin, unconfirmed }: SmtpSettings): string | null {
  if (savedByAdmin) return null;
  const changes = unconfirmed.map(({ by, fields }) => `${by} changed ${fields.join(", ")}`);
  const why = changes.join("; ") || "they weren't saved by an administrator";
  return `${WHY} until an administrator confirms the SMTP settings by saving them: ${why}.`;
}
