import {
  endAutoIncidents,
  findAutoIncident,
  isRunning,
  listRunningAutoIncidents,
  mayOpen,
} from "../../data/auto_incident.ts";
import { guard, isGuardBreach, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import {
  type IncidentRow,
  insertIncident,
  insertUpdate,
  linkMonitors,
  moveIncident,
  updateIncidentRow,
} from "../../data/incident.ts";
import { findTemplateOrDefault } from "../../data/incident_template.ts";
import { findMonitor } from "../../data/monitor.ts";
import { insertIncidentEvent } from "../../data/public_event.ts";
import { parseEventId } from "../../domain/incident/incident.ts";
import type { Translations, Wording } from "../../domain/incident/wording.ts";
import type { Env } from "../../env.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordUpdate } from "../record/audit.ts";
import { asService } from "./as_service.ts";
import { fillTemplate } from "./filled_template.ts";
import { announced } from "./incident.ts";
import { postedChanges } from "./post_update.ts";

interface OutageStart {
  monitorId: number;
  /** The alert, or the timer it set: `7:3` and `7:3:incident` are the same outage. */
  eventId: string;
  downSince: number;
  error: string;
  now: number;
}

interface OutageEnd {
  monitorId: number;
  /** The recovery, its timer, or the last alert before it: ends all outages up to here. */
  eventId: string;
  now: number;
}

/**
 * Null if switched off, the outage is over, or an earlier alert's incident still runs. Concurrent or repeated
 * calls open one incident.
 */
export async function openAutoIncident(env: Env, opening: OutageStart): Promise<number | null> {
  const { monitorId, downSince, error, now } = opening;
  const number = numberOf(opening);
  const eventId = `${monitorId}:${number.sequence}`;
  return await asService(env, now, async (context) => {
    const { db } = context;
    const [known, monitor] = [await findAutoIncident(db, eventId), await findMonitor(db, monitorId)];
    if (known) return known.id;
    if (!monitor || monitor.autoIncidentMinutes === null) return null;
    const template = await findTemplateOrDefault(db, monitor.autoIncidentTemplateId);
    if (!template) return null;
    const monitorName = monitor.publicName ?? monitor.name;
    const startedAt = Math.min(downSince, now);
    const facts = {
      monitor: monitorName,
      startedAt,
      durationMs: now - startedAt,
      error,
      status: "down" as const,
    };
    const { title, body, locales } = await fillTemplate(context, template, facts);
    const draft = monitor.autoIncidentMode === "draft";
    const row = {
      title,
      status: "investigating" as const,
      impact: template.impact,
      draft,
      pageWide: false,
      notifySubscribers: true,
      startedAt,
      resolvedAt: null,
      publishedAt: draft ? null : now,
      createdAt: now,
      updatedAt: now,
      locales: only(locales, "title", "title"),
      autoEventId: eventId,
      autoFacts: { monitorId, monitorName, error, templateId: template.id },
    };
    const update = {
      body,
      status: "investigating" as const,
      postedAt: now,
      locales: only(locales, "body", "body"),
    };
    const isDone = await saveOnce(context, [
      guard(mayOpen(number)),
      insertIncident(db, row),
      recordAudit(context, {
        ...entityOf("incident", { id: "inserted", name: title }),
        action: "Create",
        details: { automatic: true, monitorId, draft },
      }),
      linkMonitors("newest", [monitorId]),
      insertUpdate(context.db, "newest", update),
      insertIncidentEvent("newest", { type: "incident.created", at: now }),
    ]);
    const made = await findAutoIncident(db, eventId);
    if (made && isDone) await announced(context, made.id);
    return made?.id ?? null;
  });
}

/**
 * Also keeps outages up to this event from opening an incident later. Drafts stay drafts; incidents that a
 * person resolved or reopened are left alone.
 */
export async function resolveAutoIncident(env: Env, ending: OutageEnd): Promise<void> {
  const number = numberOf(ending);
  await asService(env, ending.now, async (context) => {
    await save(context.db, [endAutoIncidents(number)]);
    for (const row of await listRunningAutoIncidents(context.db, number)) await end(context, row);
  });
}

async function end(context: Context, row: IncidentRow): Promise<void> {
  const { db, now } = context;
  const isEnded = updateIncidentRow(db, row.id, { autoEndedAt: now });
  const { autoFacts } = row;
  if (row.status === "resolved" || !autoFacts) {
    await save(db, [isEnded]);
    return;
  }
  const monitor = await findMonitor(db, autoFacts.monitorId);
  const template = await findTemplateOrDefault(db, autoFacts.templateId);
  if (!template) return;
  const { resolvedBody, locales } = await fillTemplate(context, template, {
    monitor: monitor?.publicName ?? monitor?.name ?? autoFacts.monitorName,
    startedAt: row.startedAt,
    durationMs: now - row.startedAt,
    error: autoFacts.error,
    status: "up",
  });
  const update = { body: resolvedBody, status: "resolved" as const, postedAt: now };
  const isDone = await saveOnce(context, [
    guard(isRunning(row.id)),
    insertUpdate(context.db, row.id, { ...update, locales: only(locales, "resolvedBody", "body") }),
    moveIncident(row.id, { status: "resolved", now }),
    isEnded,
    insertIncidentEvent(row.id, { type: "incident.resolved", at: now }),
    ...recordUpdate(context, {
      ...entityOf("incident", { id: row.id, name: row.title }),
      changes: postedChanges(row, update),
      details: { automatic: true, update: "resolved" },
    }),
  ]);
  if (isDone) await announced(context, row.id);
}

async function saveOnce(context: Context, statements: readonly Statement[]): Promise<boolean> {
  try {
    await save(context.db, statements);
    return true;
  } catch (error) {
    if (isGuardBreach(error) || isUniqueBreach(error)) return false;
    throw error;
  }
}

function numberOf({ monitorId, eventId }: { monitorId: number; eventId: string }) {
  const number = parseEventId(eventId);
  if (number?.monitorId !== monitorId) throw new Error(`not an event of monitor ${monitorId}: ${eventId}`);
  return number;
}

function only<Name extends string>(
  locales: Translations<Wording>,
  part: keyof Wording,
  name: Name,
): Record<string, Partial<Record<Name, string>>> {
  const kept = Object.entries(locales).filter(([, wording]) => wording[part] !== undefined);
  return Object.fromEntries(kept.map(([code, wording]) => [code, { [name]: wording[part] }])) as Record<
    string,
    Partial<Record<Name, string>>
  >;
}
