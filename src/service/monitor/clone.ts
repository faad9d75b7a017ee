import type { MonitorRow } from "../../data/monitor.ts";
import { followLocations } from "../../domain/monitor/location_rule.ts";
import { givenOf } from "../../lib/pick.ts";
import type { Monitor, MonitorClone, NewMonitor } from "../../schema/monitor.ts";
import type { Context } from "../context.ts";
import { checkTypeChange } from "../record/keyed.ts";
import { createMonitor } from "./monitor.ts";
import { getRow } from "./monitor_edit.ts";
import { answeredConfig } from "./view.ts";

const LONGEST_NAME = 200;

type OwnField = "paused" | "heartbeatHash" | "heartbeatToken" | "createdAt" | "updatedAt";

/** A new monitor like this one but for what is sent. Masks keep its secrets under the rules of a change. */
export async function cloneMonitor(context: Context, id: number, change: MonitorClone): Promise<Monitor> {
  const row = await getRow(context, id);
  const given = followLocations(row, givenOf<NewMonitor>(change));
  checkTypeChange(row, given);
  const { config } = given.config ? { config: given.config } : await answeredConfig(context.db, row);
  const name = `Copy of ${row.name}`.slice(0, LONGEST_NAME);
  return await createMonitor(context, { ...settingsOf(row), name, ...given, config }, row);
}

/** What somebody has set of it, but for what each monitor has for itself. */
function settingsOf(row: MonitorRow & { version: number }): Omit<MonitorRow, "id" | "key" | OwnField> {
  const { id: _id, key: _key, paused: _paused, version: _version, ...rest } = row;
  const {
    heartbeatHash: _hash,
    heartbeatToken: _token,
    createdAt: _at,
    updatedAt: _then,
    ...settings
  } = rest;
  return settings;
}
