import { createExecutionContext } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Env } from "../../src/env.ts";
import { randomBytes, toBase64Url } from "../../src/lib/bytes.ts";
import type { Role } from "../../src/schema/permission.ts";
import worker from "../../src/worker.ts";
import { bindings } from "./bindings.ts";
import { aimAtPage, asAtRoot } from "./page_under_test.ts";

export { bindings };

export const ORIGIN = "http://uptide.test";

export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the Worker's handler directly, because each request through `exports` slows all later ones in the file. */
export async function handle(request: Request, variables: Env = bindings): Promise<Response> {
  const aimed = (await aimAtPage(request)) as Parameters<typeof worker.fetch>[0];
  return asAtRoot(await worker.fetch(aimed, variables, createExecutionContext()));
}

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

export class Visitor {
  cookie = "";
  token = "";
  readonly ip: string;

  constructor(ip = freshAddress()) {
    this.ip = ip;
  }

  async send<T = Record<string, never>>(
    method: string,
    path: string,
    options: Options = {},
  ): Promise<Reply<T>> {
    const headers = new Headers({
      Origin: ORIGIN,
      "CF-Connecting-IP": options.ip ?? this.ip,
      ...options.headers,
    });
    if (this.cookie) headers.set("Cookie", this.cookie);
    if (this.token) headers.set("Authorization", `Bearer ${this.token}`);
    if (options.body !== undefined && !headers.has("Content-Type"))
      headers.set("Content-Type", "application/json");
    const body = options.body === undefined ? null : toBody(options.body);
    const request = new Request(ORIGIN + path, { method, headers, body, redirect: "manual" });
    const response = await handle(request);
    const set = response.headers.get("Set-Cookie");
    if (set?.startsWith("uptide=")) this.cookie = set.split(";")[0] ?? "";
    const isStream = response.headers.get("Content-Type") === "text/event-stream";
    const text = isStream ? "" : await response.text();
    if (isStream) await response.body?.cancel();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : text) as T,
    };
  }

  get<T = Record<string, never>>(path: string, options?: Options) {
    return this.send<T>("GET", path, options);
  }

  post<T = Record<string, never>>(path: string, body?: unknown, options: Options = {}) {
    return this.send<T>("POST", path, { ...options, body });
  }

  put<T = Record<string, never>>(path: string, body?: unknown, options: Options = {}) {
    return this.send<T>("PUT", path, { ...options, body });
  }

  patch<T = Record<string, never>>(path: string, body?: unknown, options: Options = {}) {
    return this.send<T>("PATCH", path, { ...options, body });
  }

  delete<T = Record<string, never>>(path: string, options?: Options) {
    return this.send<T>("DELETE", path, options);
  }
}

let addresses = 0;

/** Rate limits count per address, so each visitor has its own. */
export function freshAddress(): string {
  addresses++;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

export const ADMIN = { email: "admin@example.com", password: "correct horse" };

export async function setUp(): Promise<Visitor> {
  await bindings.DB.prepare(
    `INSERT INTO users (email, role, password_hash, created_at)
     SELECT ?, 'admin', ?, ? WHERE NOT EXISTS (SELECT 1 FROM users)`,
  )
    .bind(ADMIN.email, hashCheaply(ADMIN.password), Date.now())
    .run();
  return await signIn(ADMIN.email, ADMIN.password);
}

export async function signIn(email: string, password: string): Promise<Visitor> {
  const visitor = new Visitor();
  const reply = await visitor.post("/api/v1/auth/login", { email, password });
  if (reply.status !== 200)
    throw new Error(`sign-in returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  return visitor;
}

let people = 0;

/** A cheap hash, because real hashing would take most of the tests' time. */
function hashCheaply(password: string): string {
  const cost = { N: 2, r: 8, p: 1 };
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, cost);
  return ["scrypt", 1, cost.r, cost.p, toBase64Url(salt), toBase64Url(key)].join("$");
}

export async function addUser(role: Role, password = "a password of mine") {
  people++;
  // Test files share one mailbox, and each counts from one.
  const email = `${role}${people}.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { meta } = await bindings.DB.prepare(
    "INSERT INTO users (email, role, password_hash, created_at) VALUES (?, ?, ?, ?)",
  )
    .bind(email, role, hashCheaply(password), Date.now())
    .run();
  return { visitor: await signIn(email, password), email, password, id: meta.last_row_id };
}

export async function addToken(
  admin: Visitor,
  permissions: readonly string[],
  name = "a token",
): Promise<Visitor> {
  const reply = await admin.post<{ token: string }>("/api/v1/admin/api-tokens", { name, permissions });
  const visitor = new Visitor();
  visitor.token = reply.body.token;
  return visitor;
}

/** Codes of the next 30 seconds are accepted too, so the code is still valid after a slow request. */
export function codeAt(secret: string, time = Date.now() + 30_000): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });
}

function toBody(body: unknown): BodyInit {
  if (typeof body === "string" || body instanceof ReadableStream || body instanceof FormData) return body;
  return JSON.stringify(body);
}
