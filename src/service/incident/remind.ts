import { type Db, openDb, save } from "../../data/db.ts";
import type { IncidentView } from "../../data/incident.ts";
import { giveReminderBack, listAuthors, listReminding, takeReminder } from "../../data/incident_reminder.ts";
import { getSiteName } from "../../data/site.ts";
import { isReminderDue, overdueAtOf } from "../../domain/incident/reminder.ts";
import { type Env, variablesOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import { makeIncidentReminder } from "../../notify/incident_reminder.ts";
import { canSendMail, findSmtpSettings, sendByMail } from "../alert/mail.ts";

const RETRY_MS = 10 * MINUTE_MS;

/** Reminds the authors of open incidents that nobody writes of, by mail where that is set up; the panel shows it too. */
export async function remindAuthors(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  const due = (await listReminding(db)).filter((incident) => isReminderDue(incident, now));
  if (due.length === 0 || !canSendMail(await findSmtpSettings(db))) return;
  const site = await getSiteName(db);
  for (const incident of due) await remind(env, { db, site, incident, now });
}

/** Taken before it is sent: cut off in between, one reminder is left out and none comes twice. */
async function remind(
  env: Env,
  { db, site, incident, now }: { db: Db; site: string; incident: IncidentView; now: number },
): Promise<void> {
  const [taken] = await save(db, [takeReminder(incident, now)]);
  if (taken?.meta.changes !== 1) return;
  try {
    const { publicUrl } = variablesOf(env);
    const to = await listAuthors(db, incident);
    if (to.length === 0) return;
    const nagMs = (incident.nagHours ?? 0) * HOUR_MS;
    const mail = makeIncidentReminder({
      ...{ site, title: incident.title, to },
      silentMs: now - ((overdueAtOf(incident) ?? now) - nagMs),
      url: publicUrl && `${publicUrl}/admin/incidents/${incident.id}`,
      messageId: `incident-${incident.id}-reminder-${now}@uptide.invalid`,
    });
    await sendByMail(env, mail);
  } catch (error) {
    log("warn", "a reminder of an incident could not be sent", { incident: incident.id, error });
    const at = now - (incident.nagHours ?? 0) * HOUR_MS + RETRY_MS;
    await save(db, [giveReminderBack(db, incident, { taken: now, at })]);
  }
}
