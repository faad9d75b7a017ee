import { render } from "solid-js/web";
import type { CopySnapshot } from "../../../src/domain/mirror/snapshot.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { arrangeBands, bandRules } from "../bands.ts";
import { brandingRules } from "../branding.ts";
import { iconOf, titleOf } from "../head.ts";
import { StatusPage } from "../StatusPage.tsx";
import { rootAttributes, scriptStateOf } from "../script_state.ts";
import type { ScriptState } from "../view.ts";

export function drawSnapshot(
  { translated, layouts, translations, windows, ...snapshot }: CopySnapshot,
  { view, options, texts }: NonNullable<ScriptState["copy"]>,
): Document {
  const page = inLanguage(snapshot, { translated, layouts, translations, windows }, texts);
  const drawn = document.implementation.createHTMLDocument(titleOf(page, view));
  drawn.documentElement.lang = page.locale;
  if (page.site.enabled) drawn.documentElement.dataset["theme"] = "custom";
  const rules =
    (view.kind === "home" ? bandRules(arrangeBands(page.layout.children)) : "") + brandingRules(page.site);
  drawn.head.append(...headOf(drawn, rules, iconOf(page, false)));
  const root = drawn.createElement("div");
  root.id = "root";
  for (const [name, value] of Object.entries(rootAttributes(page, view))) root.setAttribute(name, value);
  render(
    () => <StatusPage page={() => page} isStale={() => false} isLocal view={view} options={options} />,
    root,
  );
  const state = drawn.createElement("script");
  state.type = "application/json";
  state.id = "state";
  state.textContent = JSON.stringify(scriptStateOf(page, view, options));
  drawn.body.append(root, state);
  return drawn;
}

function headOf(drawn: Document, rules: string, icon: string): Node[] {
  const own = [...document.head.querySelectorAll("link[rel=stylesheet],script[src]")].map((one) =>
    one.cloneNode(),
  );
  const style = drawn.createElement("style");
  style.textContent = rules;
  const link = drawn.createElement("link");
  link.rel = "icon";
  link.setAttribute("href", icon);
  const [sheet, ...others] = own;
  return [sheet, ...(rules === "" ? [] : [style]), ...others, link].filter((node) => node !== undefined);
}

function inLanguage(
  snapshot: PublicPage,
  { translated, layouts, translations, windows }: Omit<CopySnapshot, keyof PublicPage>,
  texts: Readonly<Record<string, string>>,
): PublicPage {
  const locale = document.documentElement.lang;
  const monitors = snapshot.monitors.map((monitor) => {
    const { uptime } = monitor;
    return { ...monitor, uptime: { ...uptime, days: uptime.days.slice(-snapshot.site.barDays) } };
  });
  if (snapshot.locale === locale) return { ...snapshot, monitors };
  const own = new Map((translated[locale] ?? []).map((incident) => [incident.id, incident]));
  const incidents = snapshot.incidents.map((incident) => own.get(incident.id) ?? incident);
  // Absent from snapshots of earlier releases.
  const worded = new Map((windows?.[locale] ?? []).map((window) => [window.id, window]));
  const maintenances = snapshot.maintenances.map((window) => worded.get(window.id) ?? window);
  const layout = layouts?.[locale] ?? snapshot.layout;
  const words = { ...texts, ...translations?.[locale] };
  return { ...snapshot, monitors, locale, layout, texts: words, incidents, maintenances };
}
