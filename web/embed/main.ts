import type { EmbedState } from "../../src/schema/embed.ts";
import { createView } from "./view.ts";

const PACE_MS = 30_000;
const TIMEOUT_MS = 10_000;
const MOST_DOUBLINGS = 4;
/** One failed request means little; after two, the shown status may be wrong. */
const FAILURES_TO_HIDE = 2;

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/embed.js"]');

// A website that swaps pages without reloading may run the script again.
if (script && !document.querySelector("uptide-status")) start(script);

function start({ src, dataset }: HTMLScriptElement): void {
  const { theme = "auto", position = "bottom-right", when = "problems" } = dataset;
  const view = createView({ theme, position });
  let failures = 0;
  let lookedAt = -Infinity;
  let timer = 0;
  let isPaused = false;

  async function look(): Promise<void> {
    clearTimeout(timer);
    // Removing the element from the document ends it.
    if (!view.host.isConnected) return document.removeEventListener("visibilitychange", lookSoon);
    isPaused = document.hidden;
    if (isPaused) return;
    lookedAt = performance.now();
    try {
      const state = await read();
      failures = 0;
      const isCalm = state.status === "operational" || state.status === "pending";
      view.show(isCalm && when !== "always" && state.items.length === 0 ? null : state);
    } catch {
      failures++;
      if (failures >= FAILURES_TO_HIDE) view.show(null);
    }
    const pace = PACE_MS * 2 ** Math.min(failures, MOST_DOUBLINGS);
    timer = window.setTimeout(look, pace * (0.9 + Math.random() * 0.2));
  }

  async function read(): Promise<EmbedState> {
    const lang = dataset["lang"] || document.documentElement.lang;
    const url = new URL("api/v1/public/embed.json", src);
    if (lang) url.searchParams.set("lang", lang);
    const aborted = new AbortController();
    const timeout = setTimeout(() => aborted.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(url, { credentials: "omit", signal: aborted.signal });
      if (!response.ok) throw new Error(String(response.status));
      return await response.json();
    } finally {
      clearTimeout(timeout);
    }
  }

  function lookSoon(): void {
    if (isPaused || performance.now() - lookedAt > PACE_MS) void look();
  }

  function begin(): void {
    if (position === "frame") document.body.style.margin = "0";
    document.body.append(view.host);
    document.addEventListener("visibilitychange", lookSoon);
    void look();
  }

  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
