import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import { currentUser } from "../../lib/session.ts";
import { listIncidents } from "../api/incident.ts";
import { turnsOf } from "../live/list_turns.ts";
import { mayUse } from "../route/pages.ts";

/** What the page itself needs is requested first. */
const AFTER_MS = 1200;

const [failing, setFailing] = createSignal(0);
const [openIncidents, setOpenIncidents] = createSignal(0);

export { failing, openIncidents, setFailing };

export function followOpenIncidents(): void {
  if (!mayUse(currentUser().role, "incidents")) return;
  let controller = new AbortController();
  async function count(): Promise<void> {
    controller.abort();
    controller = new AbortController();
    try {
      setOpenIncidents((await listIncidents(controller.signal, { state: "open", page: 1 })).total);
    } catch {
      // The count waits for the next change.
    }
  }
  onMount(() => {
    const timer = setTimeout(() => void count(), AFTER_MS);
    onCleanup(() => {
      clearTimeout(timer);
      controller.abort();
    });
  });
  createEffect(
    on(
      () => turnsOf("incidents"),
      () => void count(),
      { defer: true },
    ),
  );
}
