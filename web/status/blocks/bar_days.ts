import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";

export interface BarDay {
  status: PublicUptimeDay["status"];
  /** Truncated to a hundredth of a percent, as displayed. */
  uptime: number | null;
  incidents: readonly number[];
}

export const LETTERS: Readonly<Record<PublicUptimeDay["status"], string>> = {
  operational: "u",
  degraded: "g",
  partial: "p",
  down: "d",
  maintenance: "m",
  none: "n",
};
const STATUSES = new Map(Object.entries(LETTERS).map(([status, letter]) => [letter, status]));
const TOKEN = /^([a-z])(\d+)?(?:=(\d*))?((?:#\d+)*)$/;

export function readDays(text: string): BarDay[] {
  return text.split(" ").flatMap((token) => {
    const [, letter = "", count = "1", value, ids = ""] = TOKEN.exec(token) ?? [];
    const status = STATUSES.get(letter) as BarDay["status"] | undefined;
    if (!status) return [];
    const usual = status === "operational" ? 1 : null;
    const uptime = value === undefined ? usual : value === "" ? null : Number(value) / 10_000;
    const incidents = ids.split("#").filter(Boolean).map(Number);
    return Array.from({ length: Number(count) }, () => ({ status, uptime, incidents }));
  });
}

export function countDays(text: string): number {
  return text.split(" ").reduce((sum, token) => sum + Number(TOKEN.exec(token)?.[2] ?? 1), 0);
}
