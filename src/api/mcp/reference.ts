import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { Monitor } from "../../schema/monitor.ts";
import type { Context } from "../../service/context.ts";
import { listMonitors } from "../../service/monitor/monitor.ts";

export const monitorRef = z
  .union([z.int().positive(), z.string().trim().min(1).max(200)])
  .meta({ description: "A monitor's id, key or exact name." });
type MonitorRef = z.output<typeof monitorRef>;

export async function getReferred(context: Context, ref: MonitorRef): Promise<Monitor> {
  return (await listReferred(context, [ref]))[0]!;
}

export async function listReferred(context: Context, refs: readonly MonitorRef[]): Promise<Monitor[]> {
  if (refs.length === 0) return [];
  const all = await listMonitors(context, {});
  return refs.map((ref) => {
    const text = String(ref);
    const byId = all.find(({ id }) => String(id) === text);
    const byText = () =>
      all.find(({ key }) => key === text) ??
      all.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    const found = typeof ref === "number" ? byId : (byText() ?? byId);
    if (found) return found;
    throw new AppError("not_found", `There is no monitor "${text}": use search to find its id.`);
  });
}

export const isoTime = z.iso
  .datetime({ offset: true, error: "Use a time with a zone, such as 2026-11-25T22:00:00Z." })
  .refine((text) => Date.parse(text) >= 0, "Use a time after 1970.")
  .meta({ description: "ISO 8601 with a zone, such as 2026-11-25T22:00:00Z." });
