import type { Channel } from "../../../src/schema/channel.ts";
import type { ImportResponse } from "../../../src/schema/document.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, type Reply, type Visitor } from "../client.ts";

export const CONFIG = "/api/v1/admin/config";
export const MASK = "••••••••";

export interface Refusal {
  error: string;
  problems?: { path: string; message: string }[];
}

type Answer = ImportResponse & Refusal;

export function monitor(key: string, rest: object = {}): object {
  return {
    kind: "Monitor",
    key,
    name: key,
    type: "https",
    config: { url: "https://site.example/", certExpiry: { enabled: false } },
    ...rest,
  };
}

export function channel(key: string, rest: object = {}): object {
  return {
    kind: "NotificationChannel",
    key,
    name: key,
    type: "webhook",
    config: { url: "https://hook.example/in" },
    ...rest,
  };
}

export function yamlOf(documents: readonly object[]): string {
  return documents.map((document) => JSON.stringify(document)).join("\n---\n");
}

async function post(
  by: Visitor,
  path: string,
  documents: readonly object[] | string,
): Promise<Reply<Answer>> {
  const text = typeof documents === "string" ? documents : yamlOf(documents);
  return await by.post<Answer>(`${CONFIG}/${path}`, text, {
    headers: { "Content-Type": "application/yaml" },
  });
}

export const validate = (by: Visitor, documents: readonly object[] | string, query = "") =>
  post(by, `validate${query}`, documents);
export const apply = (by: Visitor, documents: readonly object[] | string, query = "") =>
  post(by, `apply${query}`, documents);

export async function exportText(by: Visitor, query = ""): Promise<string> {
  return (await by.get<string>(`${CONFIG}/export${query}`)).body;
}

export const pathsOf = ({ body }: Reply<Answer>) => (body.problems ?? []).map(({ path }) => path);

export function action(key: string, rest: object = {}): object {
  return { kind: "Action", key, name: key, config: { url: "https://act.example/" }, ...rest };
}

export const listMonitors = async (by: Visitor) => (await by.get<Monitor[]>("/api/v1/admin/monitors")).body;
export const listChannels = async (by: Visitor) =>
  (await by.get<Channel[]>("/api/v1/admin/notifications/channels")).body;

export async function clearConfig(): Promise<void> {
  await bindings.DB.batch(
    ["monitors", "channels", "actions"].map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)),
  );
}
