const ROOT = "/api/v1/public/subscriptions";

/** Names of the places in a form where a problem can be told. */
type FieldName = "email" | "webhookUrl" | "webhookHeaders" | "events" | "scope";
export type Problems = Partial<Record<FieldName, string>>;
type Words = (key: string) => string;

export interface Refusal {
  /** What is wrong as a whole. */
  sentence: string | null;
  fields: Problems;
}

type Answer<T> = { value: T; refusal?: undefined } | { value?: undefined; refusal: Refusal };

interface RequestParts {
  path: string;
  method: "GET" | "POST" | "PUT";
  body?: object;
}

export async function ask<T>({ path, method, body }: RequestParts, t: Words): Promise<Answer<T>> {
  try {
    const response = await fetch(ROOT + path, {
      method,
      headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { value: answer as T };
    return { refusal: readRefusal(response.status, answer as Refused, t) };
  } catch {
    return { refusal: { sentence: t("subscribe.failed"), fields: {} } };
  }
}

interface Refused {
  code?: string;
  problems?: { path: string; message: string }[];
}

/** Answers in the page's language wherever it has words for it; what only the server knows, in the server's. */
export function readRefusal(status: number, { code, problems = [] }: Refused, t: Words): Refusal {
  if (status === 401) return { sentence: t("subscribe.signInFirst"), fields: {} };
  if (status === 429) return { sentence: t("subscribe.tooMany"), fields: {} };
  if (status === 404) return { sentence: t(keyOfMissing(code)), fields: {} };
  const fields: Problems = {};
  const others: string[] = [];
  for (const { path, message } of problems) {
    const name = fieldOf(path);
    if (name === "email") fields.email = t("subscribe.badEmail");
    else if (name === "events") fields.events = t("subscribe.noEvents");
    else if (name === null) others.push(message);
    else fields[name] ??= name === "webhookHeaders" ? withHeader(path, message) : message;
  }
  const isTold = Object.keys(fields).length > 0 || others.length > 0;
  return { sentence: others.join(" ") || (isTold ? null : t("subscribe.failed")), fields };
}

function keyOfMissing(code: string | undefined): string {
  if (code === "LINK_EXPIRED") return "subscribe.expired";
  return code === "LINK_UNKNOWN" ? "subscribe.unknown" : "subscribe.notOffered";
}

function fieldOf(path: string): FieldName | null {
  const [name = ""] = path.split(/[.[]/);
  if (name === "monitorIds" || name === "tags") return "scope";
  return name === "email" || name === "webhookUrl" || name === "webhookHeaders" || name === "events"
    ? name
    : null;
}

function withHeader(path: string, message: string): string {
  const name = path.slice("webhookHeaders.".length);
  return name === "" ? message : `${name}: ${message}`;
}
