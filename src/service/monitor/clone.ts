import type { MonitorRow } from "../../data/monitor.ts";
import { followLocations } from "../../domain/monitor/rule.ts";
import { countCharacters, cutText } from "../../lib/cut.ts";
import { givenOf } from "../../lib/pick.ts";
import type { Monitor, MonitorClone, NewMonitor } from "../../schema/monitor.ts";
import type { Context } from "../context.ts";
import { checkTypeChange } from "../record/keyed.ts";
import { createMonitor } from "./monitor.ts";
import { getRow } from "./monitor_edit.ts";
import { shownConfig } from "./view.ts";

const LONGEST_NAME = 200;

type OwnField = "paused" | "heartbeatHash" | "heartbeatToken" | "createdAt" | "updatedAt";

/** Masks keep the origin's secrets under the same rules as a change. */
export async function cloneMonitor(context: Context, id: number, change: MonitorClone): Promise<Monitor> {
  const row = await getRow(context, id);
  const given = followLocations(row, givenOf<NewMonitor>(change));
  checkTypeChange(row, given);
  const { config } = given.config ? { config: given.config } : await shownConfig(context.db, row);
  const name = cutText(`Copy of ${row.name}`, LONGEST_NAME, { measure: countCharacters });
  return await createMonitor(context, { ...settingsOf(row), name, ...given, config }, row);
}

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
