import { type Db, openDb, save } from "../../data/db.ts";
import type { IncidentView } from "../../data/incident.ts";
import { endReminder, listAuthors, listReminding, takeReminder } from "../../data/incident_reminder.ts";
import { getSiteName } from "../../data/site.ts";
import { isReminderDue, overdueAtOf, spanOf } from "../../domain/incident/incident.ts";
import { type Env, variablesOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { eachSideBySide } from "../../lib/side_by_side.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import { makeIncidentReminder } from "../../notify/incident_reminder.ts";
import { canSendMail, findSmtpSettings, sendByMail } from "../alert/mail.ts";

/** How long a claimed reminder may take to send before it is due again. */
const RETRY_MS = 10 * MINUTE_MS;
/** Leaves one of an invocation's six connections for the database. */
const AT_ONCE = 5;

export async function remindAuthors(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  const due = (await listReminding(db)).filter((incident) => isReminderDue(incident, now));
  if (due.length === 0 || !canSendMail(await findSmtpSettings(db))) return;
  const site = await getSiteName(db);
  await eachSideBySide(due, AT_ONCE, (incident) => remind(env, { db, site, incident, now }));
}

/** Sent again with the same id if interrupted after sending. */
async function remind(
  env: Env,
  { db, site, incident, now }: { db: Db; site: string; incident: IncidentView; now: number },
): Promise<void> {
  const nagMs = (incident.nagHours ?? 0) * HOUR_MS;
  const taken = now - nagMs + RETRY_MS;
  const [made] = await save(db, [takeReminder(incident, taken)]);
  if (made?.meta.changes !== 1) return;
  try {
    const { publicUrl } = variablesOf(env);
    const to = await listAuthors(db, incident);
    const mail = makeIncidentReminder({
      site,
      title: incident.title,
      to,
      silentMs: now - ((overdueAtOf(incident) ?? now) - nagMs),
      url: publicUrl && `${publicUrl}/admin/incidents/${incident.id}`,
      messageId: `incident-${incident.id}-reminder-${spanOf(incident, now)}@uptide.invalid`,
    });
    if (to.length > 0) await sendByMail(env, mail);
    await save(db, [endReminder(db, incident, { taken, now })]);
  } catch (error) {
    log("warn", "failed to send an incident reminder", { incident: incident.id, error });
  }
}
