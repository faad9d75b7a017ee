import type { Problem } from "../../lib/errors.ts";
import type { HistoryImport, ImportedIncident } from "../../schema/history_import.ts";
import { findTimesProblem } from "./incident.ts";
import { findWindowProblem } from "./maintenance.ts";

export function originOf(source: string, { externalId }: { externalId: string }): string {
  return `${source}/${externalId}`;
}

export function timesOf({ startedAt, resolvedAt, updates }: ImportedIncident) {
  const ordered = updates.toSorted((a, b) => a.at - b.at);
  const last = ordered.at(-1);
  const lastAt = last?.at ?? startedAt;
  const isOver = last?.status === "resolved" || (resolvedAt !== null && resolvedAt >= lastAt);
  const status = isOver ? "resolved" : (last?.status ?? "investigating");
  const end = isOver ? Math.max(startedAt, resolvedAt ?? lastAt) : null;
  return { status, startedAt, resolvedAt: end, updates: ordered, updatedAt: Math.max(lastAt, end ?? 0) };
}

export function findHistoryProblems(
  { incidents, maintenance, subscribers, ground }: HistoryImport,
  { keys, now }: { keys: ReadonlyMap<string, number>; now: number },
): Problem[] {
  const findMissing = (path: string, { monitorKeys }: { monitorKeys: readonly string[] }): Problem[] =>
    monitorKeys
      .filter((key) => !keys.has(key))
      .map((key) => ({ path: `${path}.monitorKeys`, message: `There is no monitor with the key ${key}.` }));
  const late = (path: string, at: number): Problem[] =>
    at > now + 60_000 ? [{ path, message: "History can't lie in the future." }] : [];
  return [
    ...incidents.flatMap((incident, i) => {
      const path = `incidents[${i}]`;
      const times = findTimesProblem(timesOf(incident), now);
      return [
        ...(times ? [{ path: `${path}.${times.path}`, message: times.message }] : []),
        ...incident.updates.flatMap(({ at }, n) => late(`${path}.updates[${n}].at`, at)),
        ...findMissing(path, incident),
      ];
    }),
    ...maintenance.flatMap((window, i) => {
      const problem = findWindowProblem({
        ...window,
        allMonitors: window.monitorKeys.length === 0,
        monitorIds: window.monitorKeys.map((key) => keys.get(key) ?? 0),
      });
      return [
        ...(problem ? [{ path: `maintenance[${i}].${problem.path}`, message: problem.message }] : []),
        ...findMissing(`maintenance[${i}]`, window),
      ];
    }),
    ...subscribers.flatMap((subscriber, i) => findMissing(`subscribers[${i}]`, subscriber)),
    ...(subscribers.length > 0 && ground === ""
      ? [
          {
            path: "ground",
            message:
              "Enter why these people can be emailed without confirming again, such as: they confirmed on our old page.",
          },
        ]
      : []),
  ];
}
