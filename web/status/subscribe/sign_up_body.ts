import type { SubscriberType } from "../../../src/schema/subscriber.ts";
import type { Problems } from "./ask.ts";

export interface HeaderRow {
  name: string;
  value: string;
}

type Words = (key: string) => string;

export function readChoices(data: FormData): { events: string[]; monitorIds: number[]; tags: string[] } {
  const texts = (name: string) => data.getAll(name).map(String);
  const isAll = data.get("scope") !== "chosen";
  return {
    events: texts("events"),
    monitorIds: isAll ? [] : texts("monitorIds").map(Number),
    tags: isAll ? [] : texts("tags"),
  };
}

export function readWebhook(data: FormData, rows: readonly HeaderRow[]) {
  const named = rows.filter(({ name }) => name.trim() !== "");
  return {
    webhookMethod: String(data.get("webhookMethod") ?? "POST"),
    webhookHeaders: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value] as const)),
    notifyOnFailure: data.get("notifyOnFailure") === "on",
  };
}

export function readSignUp(type: SubscriberType, data: FormData, rows: readonly HeaderRow[]): object {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const both = { type, email: text("email"), ...readChoices(data), website: text("website") };
  return type === "email" ? both : { ...both, webhookUrl: text("webhookUrl"), ...readWebhook(data, rows) };
}

export function findProblems(data: FormData, t: Words): Problems {
  const problems: Problems = {};
  const address = (name: string) => String(data.get(name) ?? "").trim();
  if (data.has("email") && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address("email")))
    problems.email = t("subscribe.badEmail");
  if (data.has("webhookUrl") && !/^https?:\/\/[^/]/i.test(address("webhookUrl")))
    problems.webhookUrl = t("subscribe.badUrl");
  const { events, monitorIds, tags } = readChoices(data);
  if (events.length === 0) problems.events = t("subscribe.noEvents");
  if (data.get("scope") === "chosen" && monitorIds.length + tags.length === 0)
    problems.scope = t("subscribe.noEvents");
  return problems;
}
