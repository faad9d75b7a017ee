import { countBytes, cutText } from "../../lib/cut.ts";
import type { AlertMessage } from "../alert/message.ts";
import { linkOf, summaryOf, titleOf } from "../alert/text.ts";

export interface PushNote {
  title: string;
  body: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** Where a click leads, without the origin: the panel may be open at another address. */
  path: string;
  acknowledge: { path: string; label: string; failed: string } | null;
  isAlarm: boolean;
  monitorIds: readonly number[];
}

/** In bytes of JSON. With the other fields it stays below the limit of a push message. */
const MOST_OF_TITLE = 600;
const MOST_OF_BODY = 1800;
const MOST_MONITORS = 100;
const FAILED = "This wasn't acknowledged: check your connection and try again.";

export function makePushNote(message: AlertMessage, acknowledgePath: string | null): PushNote {
  const { kind, isDigest, monitors, id } = message;
  const [monitor] = monitors;
  const isAlarm = kind !== "recovery" && kind !== "acknowledged";
  const link = linkOf(message);
  return {
    title: cutText(titleOf(message), MOST_OF_TITLE, { measure: countJson }),
    body: cutText(summaryOf(message), MOST_OF_BODY, { measure: countJson }),
    tag: monitor && !isDigest ? outageOf(message, monitor.id) : id,
    path: link === null ? "/admin" : new URL(link).pathname,
    acknowledge:
      acknowledgePath === null ? null : { path: acknowledgePath, label: "I'm on it", failed: FAILED },
    isAlarm,
    monitorIds: monitors.slice(0, MOST_MONITORS).map((one) => one.id),
  };
}

/** Equal for an alert and its recovery, so a device replaces one with the other. */
function outageOf({ kind, downSince, id }: AlertMessage, monitorId: number): string {
  const isOfOutage =
    kind === "alert" || kind === "recovery" || kind === "reminder" || kind === "acknowledged";
  return isOfOutage && downSince !== null ? `outage-${monitorId}-${downSince}` : id;
}

function countJson(text: string): number {
  return countBytes(JSON.stringify(text));
}
