export type Impact = "none" | "minor" | "major" | "critical";

export interface Notice {
  title: string;
  url: string;
  impact: Impact;
  /** Names of affected components; null if the page doesn't say. */
  components: readonly string[] | null;
}

interface PageComponent {
  name: string;
  impact: Impact;
  isUnderMaintenance: boolean;
}

export interface PageReport {
  impact: Impact;
  components: readonly PageComponent[] | null;
  incidents: readonly Notice[];
  maintenances: readonly Notice[];
}

const ORDER: readonly Impact[] = ["none", "minor", "major", "critical"];
const MOST_RECORDS = 2000;

export function rankOf(impact: Impact): number {
  return ORDER.indexOf(impact);
}

export function worstOf(impacts: readonly Impact[]): Impact {
  return impacts.reduce<Impact>((worst, impact) => (rankOf(impact) > rankOf(worst) ? impact : worst), "none");
}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.slice(0, MOST_RECORDS).map(fieldsOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Falls back to the page if the incident has no address, or one with an unsafe scheme. */
export function linkOf(value: unknown, pageUrl: string): string {
  const url = URL.parse(textOf(value), pageUrl);
  return textOf(value) !== "" && url && /^https?:$/.test(url.protocol) ? url.href : pageUrl;
}

const IMPACTS: Readonly<Record<string, Impact>> = {
  minor: "minor",
  degraded: "minor",
  degradedperformance: "minor",
  minoroutage: "minor",
  major: "major",
  partialoutage: "major",
  critical: "critical",
  majoroutage: "critical",
  fulloutage: "critical",
  downtime: "critical",
  down: "critical",
  error: "critical",
};

/** Unknown words count as no impact: each product has its own word for operational. */
export function impactOf(word: unknown): Impact {
  const known = textOf(word).toLowerCase().replaceAll("_", "");
  return Object.hasOwn(IMPACTS, known) ? (IMPACTS[known] ?? "none") : "none";
}

export function incidentImpact(word: unknown): Impact {
  const impact = impactOf(word);
  return impact === "none" && textOf(word).toLowerCase() !== "none" ? "minor" : impact;
}

function isMaintenance(word: unknown): boolean {
  return /maintenance/i.test(textOf(word));
}

export function componentOf(name: unknown, status: unknown): PageComponent {
  return { name: textOf(name), impact: impactOf(status), isUnderMaintenance: isMaintenance(status) };
}
