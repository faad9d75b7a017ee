import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { listMigrations } from "../../../scripts/deploy/shipped.ts";
import { ROOT } from "../start/product.ts";
import {
  type Account,
  addDatabase,
  type Binding,
  freshAccount,
  freshScript,
  type Script,
} from "./account.ts";
import { openPlatform, type Platform, TOKEN } from "./platform.ts";

/** Tests run at the same time, so everything is closed after the last one. */
const closing: (() => void | Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing) await close();
});

interface Ran {
  code: number;
  out: string;
}

/** Ignores this machine's own sign-in. */
export async function deploy(
  platform: Pick<Platform, "address" | "account">,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const home = mkdtempSync(join(tmpdir(), "uptide-home-"));
  const child = spawn(process.execPath, [join(ROOT, "scripts/run.mjs"), "deploy", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      TMPDIR: tmpdir(),
      HOME: home,
      XDG_CONFIG_HOME: home,
      CLOUDFLARE_API_BASE_URL: platform.address,
      CLOUDFLARE_API_TOKEN: TOKEN,
      // wrangler is 20 MB of text, and some dozen processes read it.
      NODE_COMPILE_CACHE: join(tmpdir(), "uptide-compiled"),
      ...env,
    },
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += chunk));
  const [code] = await once(child, "close");
  return { code: code ?? -1, out };
}

export async function platformWith(furnish: (account: Account) => void = () => {}): Promise<Platform> {
  const account = freshAccount();
  furnish(account);
  const platform = await openPlatform(account);
  closing.push(platform.close);
  return platform;
}

export async function siteThatSays(status: number, body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function addWorker(account: Account, name: string, known: Partial<Script>): Script {
  const script = { ...freshScript(), ...known };
  account.scripts.set(name, script);
  return script;
}

export function addMigrated(account: Account, name: string): string {
  const { id, sqlite } = addDatabase(account, name);
  sqlite.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)");
  sqlite.exec("CREATE TABLE users (id INTEGER PRIMARY KEY)");
  for (const migration of listMigrations())
    sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(migration);
  return id;
}

export function bindingsOf(account: Account, name: string): Record<string, Binding> {
  const bindings = account.scripts.get(name)?.bindings ?? [];
  return Object.fromEntries(bindings.map((binding) => [binding.name, binding]));
}

export function consumersOf(account: Account): Record<string, string[]> {
  const entries = account.queues.map(({ queue_name, consumers }) => [
    queue_name,
    consumers.map(({ script }) => script),
  ]);
  return Object.fromEntries(entries) as Record<string, string[]>;
}

export function migrationsOf(account: Account, database: string): string[] {
  const found = [...account.databases.values()].find(({ name }) => name === database);
  const rows = found?.sqlite.prepare("SELECT name FROM d1_migrations ORDER BY id").all() ?? [];
  return rows.map(({ name }) => String(name));
}
