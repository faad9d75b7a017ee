import type { StaticCopy, StatusView } from "../../../web/status/view.ts";
import { localiseWindow, type WordedWindow } from "../../domain/incident/window_words.ts";
import type { IncidentWords } from "../../domain/incident/wording.ts";
import type { CopyFile } from "../../domain/mirror/file.ts";
import { HISTORY_LIMIT } from "../../domain/page/site.ts";
import { chooseLocale, localiseIncident, localisePage, type PageSnapshot } from "../../domain/page/view.ts";
import type { PublicIncident, PublicMaintenance, PublicPage } from "../../schema/public_page.ts";
import { drawCopy } from "./draw.ts";
import { toFile } from "./file.ts";
import { withoutSubscribing } from "./snapshot_file.ts";

export const MOST_INCIDENTS = 250;
const MOST_INCIDENT_PAGES = 500;
const FEWEST_INCIDENTS = 50;
const MOST_BYTES = 24_000_000;

export interface CopySource {
  snapshot: PageSnapshot;
  incidents: readonly PublicIncident[];
  words: IncidentWords;
  maintenances: readonly WordedWindow[];
  facts: Pick<StaticCopy, "banner" | "intervalSecs">;
}

/** The home page comes last, because it links to all others. */
export function drawCopyPages(source: CopySource): CopyFile[] {
  const main = chooseLocale(source.snapshot.locales, null).code;
  const codes = source.snapshot.locales.map(({ code }) => code);
  const own = codes.length === 0 ? [main] : [...codes.filter((code) => code !== main), main];
  const budget = { pages: mostIncidents(own.length), bytes: MOST_BYTES / own.length };
  const files = own.flatMap((code) => drawLanguage(source, { code, main, budget }));
  const page = withoutSubscribing(localisePage(source.snapshot, null));
  const missing = drawCopy(page, { kind: "not_found" }, { path: "/", copy: toCopy(source, main) });
  return [toFile("404.html", missing), ...files];
}

function mostIncidents(languages: number): number {
  const share = Math.floor(MOST_INCIDENT_PAGES / languages);
  return Math.min(MOST_INCIDENTS, Math.max(FEWEST_INCIDENTS, share));
}

interface Language {
  code: string;
  main: string;
  budget: { pages: number; bytes: number };
}

function drawLanguage(source: CopySource, { code, main, budget }: Language): CopyFile[] {
  const { snapshot, words, maintenances } = source;
  const page = withoutSubscribing(localisePage(snapshot, code));
  const copy = toCopy(source, main);
  const folder = code === main ? "" : `${code}/`;
  const draw = (path: string, view: StatusView, given: PublicPage = page): CopyFile => {
    const name = `${folder}${path.slice(1)}${path === "/" ? "" : "/"}index.html`;
    const shown = view.kind === "history" ? "/history" : path;
    return toFile(name, drawCopy(given, view, { path: shown, copy }));
  };
  const drawn: CopyFile[] = [];
  const incidents: PublicIncident[] = [];
  let bytes = 0;
  for (const incident of source.incidents.slice(0, budget.pages)) {
    if (bytes > budget.bytes) break;
    const own = localiseIncident(incident, words, code);
    const view = { kind: "incident", incident: own } as const;
    const file = draw(`/incidents/${incident.id}`, view, asOf(page, own.updatedAt));
    bytes += file.body.length;
    incidents.push(own);
    drawn.push(file);
    if (own.postMortem) {
      const written = draw(
        `/incidents/${incident.id}/post-mortem`,
        { ...view, isPostMortem: true },
        asOf(page, own.updatedAt),
      );
      bytes += written.body.length;
      drawn.push(written);
    }
  }
  for (const maintenance of maintenances) {
    const view = { kind: "maintenance", maintenance: localiseWindow(maintenance, code) } as const;
    drawn.push(draw(`/maintenance/${maintenance.id}`, view, asOf(page, lastTurn(maintenance))));
  }
  for (const view of historyOf(incidents)) {
    const path = view.page === 1 ? "/history" : `/history/${view.page}`;
    const newest = view.incidents.map(({ updatedAt }) => updatedAt).sort();
    drawn.push(draw(path, view, asOf(page, newest.at(-1) ?? page.takenAt)));
  }
  return [...drawn, draw("/", { kind: "home" })];
}

function toCopy({ facts }: CopySource, main: string) {
  return { locale: main, intervalSecs: facts.intervalSecs, banner: facts.banner };
}

function historyOf(incidents: readonly PublicIncident[]) {
  const pages = Math.max(1, Math.ceil(incidents.length / HISTORY_LIMIT));
  return Array.from({ length: pages }, (_, at) => ({
    kind: "history" as const,
    incidents: incidents.slice(at * HISTORY_LIMIT, (at + 1) * HISTORY_LIMIT),
    page: at + 1,
    pages,
  }));
}

/** Without volatile data, so the file stays identical; snapshot.json fills it in. */
function asOf(page: PublicPage, takenAt: string): PublicPage {
  return { ...page, version: "", takenAt, overall: { status: "pending", incidents: 0 } };
}

function lastTurn({ status, startsAt, endsAt, updatedAt }: PublicMaintenance): string {
  if (status === "not_started") return updatedAt;
  const turn = status === "completed" ? endsAt : startsAt;
  return turn > updatedAt ? turn : updatedAt;
}
