import { createSignal, onCleanup, onMount, Show, Suspense } from "solid-js";
import { lazyCode } from "../../lib/load_code.ts";
import { navigate } from "../../lib/router.ts";
import { currentUser } from "../../lib/session.ts";
import { findPage } from "../route/pages.ts";
import type { text } from "../text/shell.ts";
import { usesLetterKeys } from "./letter_keys.ts";

const ShortcutList = lazyCode(() => import("./ShortcutList.tsx"));

const SEQUENCE_MS = 1500;

const GOALS = {
  d: "/admin",
  m: "/admin/monitors",
  i: "/admin/incidents",
  w: "/admin/maintenance",
  c: "/admin/channels",
  r: "/admin/reports",
  p: "/admin/page",
} as const satisfies Record<keyof typeof text.shortcuts.goals, string>;
type Letter = keyof typeof GOALS;

const [isListed, setIsListed] = createSignal(false);

export const listShortcuts = () => setIsListed(true);

export function Shortcuts() {
  let begunAt = 0;
  const letters = () => (Object.keys(GOALS) as Letter[]).filter((letter) => canGo(GOALS[letter]));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!usesLetterKeys() || isTaken(event.target)) return;
    const { key } = event;
    const isSecond = Date.now() - begunAt < SEQUENCE_MS;
    begunAt = 0;
    if (key === "?") listShortcuts();
    else if (isSecond && isLetter(key) && canGo(GOALS[key])) navigate(GOALS[key]);
    else if (key === "g") begunAt = Date.now();
    else if (key === "n" && canGo("/admin/monitors/new")) navigate("/admin/monitors/new");
    else return;
    event.preventDefault();
  }

  onMount(() => document.addEventListener("keydown", onKeyDown));
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));

  return (
    <Show when={isListed()}>
      <Suspense>
        <ShortcutList letters={letters()} onClose={() => setIsListed(false)} />
      </Suspense>
    </Show>
  );
}

function canGo(path: string): boolean {
  return findPage(path, currentUser().role) !== undefined;
}

function isLetter(key: string): key is Letter {
  return Object.hasOwn(GOALS, key);
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open], [role=menu]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=option], [role=slider]"))
  );
}
