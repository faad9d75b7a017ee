import { mediaTypeOf, readBytes, readForm, readJson } from "../body.ts";

const FORM = "application/x-www-form-urlencoded";
const LIMIT_BYTES = 64 * 1024;
const LISTS = ["events", "monitorIds", "tags"] as const;
const TEXTS = ["type", "email", "webhookUrl", "webhookMethod", "website"] as const;

export function isFormPost(request: Request): boolean {
  return mediaTypeOf(request) === FORM;
}

export async function readSignUp(request: Request): Promise<unknown> {
  if (!isFormPost(request)) return await readJson(request);
  const bytes = await readBytes(request, LIMIT_BYTES);
  return toSignUp(await readForm(bytes, FORM));
}

export function isFromRobot(sent: unknown): boolean {
  const website = typeof sent === "object" && sent !== null && "website" in sent ? sent.website : "";
  return website !== "" && website !== undefined && website !== null;
}

function toSignUp(form: FormData): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const value = form.get(name);
    if (typeof value === "string" && value !== "") sent[name] = value;
  }
  for (const name of LISTS) {
    const values = form.getAll(name).filter((value): value is string => typeof value === "string");
    const isLeftOut = name !== "events" && form.get("scope") === "all";
    if (values.length > 0 && !isLeftOut) sent[name] = name === "monitorIds" ? values.map(toNumber) : values;
  }
  // Browsers leave out an unticked box. The page's own form has it, and always sends the scope.
  if (form.has("notifyOnFailure") || form.has("scope"))
    sent["notifyOnFailure"] = isTicked(form.getAll("notifyOnFailure"));
  return sent;
}

function isTicked(values: readonly unknown[]): boolean {
  return values.some((value) => value === "on" || value === "true");
}

function toNumber(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
