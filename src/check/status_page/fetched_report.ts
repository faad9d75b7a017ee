import { isJsonDeeperThan } from "../../lib/nesting.ts";
import type { StatusPageConfig, StatusPageFormat } from "../../schema/status_page_config.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { decodeBody, discardBody, makeCookieJar, readBody, send } from "../http/request.ts";
import { readFeed } from "./feed.ts";
import {
  type ReadDocument,
  readBetterStack,
  readIncidentIo,
  readInstatus,
  readInstatusComponents,
  readOpenStatus,
  readStatuspage,
} from "./json_format.ts";
import { type Fields, fieldsOf, type PageReport } from "./page_report.ts";

type Format = Exclude<StatusPageFormat, "auto">;
type JsonFormat = Exclude<Format, "feed">;

const MAX_BYTES = 4 * 1024 * 1024;
const MOST_LEVELS = 100;
const MOST_FOUND = 500;

interface Source {
  paths(page: URL): string[];
  read: ReadDocument;
}

/** In the order they are tried: pages of incident.io also imitate Statuspage, with less in it. */
const SOURCES: Readonly<Record<JsonFormat, Source>> = {
  incident_io: { paths: ({ host }) => [`proxy/${host}`, "api/v1/summary"], read: readIncidentIo },
  statuspage: { paths: () => ["api/v2/summary.json"], read: readStatuspage },
  instatus: { paths: () => ["summary.json"], read: readInstatus },
  better_stack: { paths: () => ["index.json"], read: readBetterStack },
  openstatus: { paths: () => ["feed/json"], read: readOpenStatus },
};
const JSON_FORMATS = Object.keys(SOURCES) as JsonFormat[];
const FEED_PATHS = ["", "history.rss", "history.atom", "feed/rss", "feed.rss", "rss.xml"];
const FEED_URL = /\.(rss|atom|xml|rdf)$|\/(rss|atom|feed)\/?$/i;

/** The formats found by `auto`: only an isolate's first check tries them all. */
const found = new Map<string, Format>();

export async function fetchReport(probe: Probe<StatusPageConfig>): Promise<PageReport> {
  const { url, format } = probe.config;
  const page = new URL(url);
  let problem = "";
  for (const candidate of format === "auto" ? candidatesFor(page) : [format]) {
    for (const path of pathsOf(candidate, page)) {
      const reply = await fetchText(probe, addressOf(page, path));
      const report = "text" in reply ? await readAs(probe, candidate, reply.text) : null;
      if (report) {
        if (format === "auto") remember(url, candidate);
        return report;
      }
      if (!("text" in reply) && reply.status !== 404) problem ||= `it responded with status ${reply.status}.`;
    }
  }
  const otherwise =
    format === "auto" ? "it has no known format." : "it has another format than the chosen one.";
  throw new CheckFault("protocol", problem || otherwise);
}

function candidatesFor(page: URL): Format[] {
  const all: Format[] = FEED_URL.test(page.pathname) ? ["feed", ...JSON_FORMATS] : [...JSON_FORMATS, "feed"];
  const known = found.get(page.href);
  return known ? [known, ...all.filter((format) => format !== known)] : all;
}

function remember(url: string, format: Format): void {
  if (found.size >= MOST_FOUND) found.clear();
  found.set(new URL(url).href, format);
}

function pathsOf(format: Format, page: URL): string[] {
  if (format !== "feed") return SOURCES[format].paths(page);
  return FEED_URL.test(page.pathname) ? [""] : FEED_PATHS;
}

function addressOf(page: URL, path: string): URL {
  if (path === "") return page;
  const base = new URL(page);
  base.search = base.hash = "";
  base.pathname = `${page.pathname.replace(/\/+$/, "")}/`;
  return new URL(path, base);
}

async function readAs(
  probe: Probe<StatusPageConfig>,
  format: Format,
  text: string,
): Promise<PageReport | null> {
  const { url: pageUrl, components } = probe.config;
  const now = probe.now();
  if (format === "feed") return readFeed(text, { pageUrl, components, now });
  const document = parseDocument(text);
  const report = document && SOURCES[format].read(document, { pageUrl, now });
  if (!report || report.components || format !== "instatus" || components.length === 0) return report;
  const reply = await fetchText(probe, addressOf(new URL(pageUrl), "v2/components.json"));
  const listed = "text" in reply ? parseDocument(reply.text) : null;
  return { ...report, components: listed && readInstatusComponents(listed) };
}

function parseDocument(text: string): Fields | null {
  if (isJsonDeeperThan(text, MOST_LEVELS)) return null;
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

async function fetchText(
  probe: Probe<StatusPageConfig>,
  url: URL,
): Promise<{ text: string } | { status: number }> {
  const headers = new Headers({
    Accept: "application/json, application/rss+xml, application/atom+xml, */*;q=0.5",
    "User-Agent": "Uptide",
  });
  const { response } = await send(
    probe,
    { url, method: "GET", headers, body: null },
    { jar: makeCookieJar(probe.now), followsRedirects: true },
  );
  if (response.status !== 200) {
    discardBody(response);
    return { status: response.status };
  }
  const { bytes } = await readBody(probe, response, MAX_BYTES);
  return { text: decodeBody(bytes, response.headers) };
}
