import { type Words, wordProblem, wordRefusal } from "../../../src/domain/subscriber/refusal.ts";
import type { Problem } from "../../../src/lib/errors.ts";
import { PREFIX } from "../prefix.ts";

const ROOT = `${PREFIX}/api/v1/public/subscriptions`;

type FieldName = "email" | "webhookUrl" | "webhookHeaders" | "events" | "scope";
export type Problems = { [name in FieldName]?: string | undefined };

export interface Refusal {
  sentence: string | null;
  fields: Problems;
}

type Reply<T> = { value: T; refusal?: undefined } | { value?: undefined; refusal: Refusal };

interface RequestParts {
  path: string;
  method: "GET" | "POST" | "PUT";
  body?: object;
}

export async function ask<T>({ path, method, body }: RequestParts, t: Words): Promise<Reply<T>> {
  try {
    const response = await fetch(ROOT + path, {
      method,
      headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply: unknown = await response.json();
    if (response.ok) return { value: reply as T };
    return { refusal: readRefusal(response.status, reply as Refused, t) };
  } catch {
    return { refusal: { sentence: t("subscribe.failed"), fields: {} } };
  }
}

interface Refused {
  code?: string;
  problems?: Problem[];
}

export function readRefusal(status: number, { code, problems = [] }: Refused, t: Words): Refusal {
  const whole = wordRefusal(status, code, t);
  if (whole !== null) return { sentence: whole, fields: {} };
  const fields: Problems = {};
  const others: string[] = [];
  for (const problem of problems) {
    const name = fieldOf(problem.path);
    const sentence = wordProblem(problem, t);
    if (name === null) others.push(sentence);
    else fields[name] ??= sentence;
  }
  const isNotified = Object.keys(fields).length > 0 || others.length > 0;
  return { sentence: others.join(" ") || (isNotified ? null : t("subscribe.failed")), fields };
}

export function withoutField({ sentence, fields }: Refusal, input: string): Refusal {
  const name = input === "scope" ? input : fieldOf(input);
  return { sentence, fields: name === null ? fields : { ...fields, [name]: undefined } };
}

function fieldOf(path: string): FieldName | null {
  const [name = ""] = path.split(/[.[]/);
  if (name === "monitorIds" || name === "tags") return "scope";
  return name === "email" || name === "webhookUrl" || name === "webhookHeaders" || name === "events"
    ? name
    : null;
}
