import type { Role } from "../../../src/schema/permission.ts";
import { numberIn, place } from "../../lib/router.ts";
import type { Entry } from "../live/entry.ts";
import { acknowledgeNow, checkNow, setPaused } from "../live/monitor_deeds.ts";
import { isFailing } from "../live/shown_status.ts";
import { mayUse } from "../route/pages.ts";
import { text } from "../text/shell.ts";
import type { PaletteEntry } from "./palette_entry.ts";

const MOST_MONITORS = 5;
const SHORTEST = 2;

type Verb = keyof typeof text.palette.verbs;
const VERBS = Object.keys(text.palette.verbs) as Verb[];

export function listActions(
  words: readonly string[],
  { role, entries }: { role: Role; entries: readonly Entry[] },
): PaletteEntry[] {
  if (!mayUse(role, "monitors")) return [];
  const path = place().path;
  const [first = "", ...names] = words;
  const wanted = VERBS.filter((verb) => isVerb(verb, first));
  if (words.length > 0 && wanted.length === 0) return [];
  const isNamed = ({ peek }: Entry) => names.every((word) => peek().name.toLowerCase().includes(word));
  const isOpen = ({ id }: Entry) => /^\/admin\/monitors\/\d+$/.test(path) && numberIn(path) === id;
  const chosen = entries.filter(names.length > 0 ? isNamed : isOpen).slice(0, MOST_MONITORS);
  return chosen.flatMap((entry) =>
    (words.length > 0 ? wanted : VERBS).flatMap((verb) => toAction(verb, { entry, role })),
  );
}

function isVerb(verb: Verb, word: string): boolean {
  return word.length >= SHORTEST && text.palette.verbs[verb].toLowerCase().startsWith(word);
}

function toAction(verb: Verb, { entry, role }: { entry: Entry; role: Role }): PaletteEntry[] {
  const monitor = entry.peek();
  const { id, name, paused } = monitor;
  const action = (icon: PaletteEntry["icon"], choose: PaletteEntry["choose"]): PaletteEntry[] => [
    { choose, label: `${text.palette.verbs[verb]}: ${name}`, icon, group: "actions" },
  ];
  switch (verb) {
    case "pause":
      return paused ? [] : action("pause", async () => await setPaused(monitor, true));
    case "resume":
      return paused ? action("play", async () => await setPaused(monitor, false)) : [];
    case "check":
      return paused ? [] : action("refresh", async () => await checkNow(monitor));
    case "acknowledge":
      return isFailing(monitor) && !monitor.acknowledgement
        ? action("check", async () => await acknowledgeNow(monitor))
        : [];
    case "report":
      return mayUse(role, "incidents")
        ? action("flag", `/admin/incidents/new?monitors=${id}&template=default`)
        : [];
    case "edit":
      return action("edit", `/admin/monitors/${id}/edit`);
  }
}
