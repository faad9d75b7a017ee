import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PanelClient } from "../panel_client.ts";
import { isAlive, type Product, startProduct, until } from "./product.ts";

/** This limit counts by address before any other check. */
const LOGIN = "/api/v1/auth/login";
const stateDir = mkdtempSync(join(tmpdir(), "uptide-start-"));
const running: Product[] = [];

afterAll(async () => {
  for (const product of running) await product.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function start(port?: number): Promise<Product> {
  const product = await startProduct(port === undefined ? { stateDir } : { stateDir, port });
  running.push(product);
  return product;
}

function portOf({ address }: Product): number {
  return Number(new URL(address).port);
}

/** fetch can't set the host header. */
async function ask(
  { address }: Product,
  path: string,
  headers: Record<string, string>,
  { method = "GET", localAddress = "127.0.0.1" }: { method?: string; localAddress?: string } = {},
): Promise<{ status: number; body: string }> {
  return await new Promise((resolve, reject) => {
    const asking = request(address + path, { method, headers, localAddress }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
    asking.on("error", reject).end();
  });
}

async function setUpStatus({ address }: Product) {
  return (await (await fetch(`${address}/api/v1/setup/status`)).json()) as { required: boolean };
}

describe("npm start", () => {
  it("prints the addresses and the state folder, and protects its key", async () => {
    const product = await start();
    expect(product.output()).toContain(`Uptide runs at ${product.address}`);
    expect(product.output()).toContain(`Set it up at   ${product.address}/admin/setup`);
    expect(product.output()).toContain(`State is in    ${stateDir}`);
    expect(statSync(join(stateDir, "secret_key")).mode & 0o777).toBe(0o600);
    expect(await setUpStatus(product)).toEqual({ required: true, problems: [] });

    const account = { email: "admin@example.com", password: "correct horse" };
    const made = await fetch(`${product.address}/api/v1/setup/complete`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(account),
    });
    expect(made.status).toBe(201);
    expect((await fetch(`${product.address}/ready`)).status).toBe(200);
  });

  it("keeps its state when everything is killed, and starts again on the same port", async () => {
    const product = running[0]!;
    const pids = Object.values(product.pids());
    process.kill(-product.process.pid!, "SIGKILL");
    await until(() => pids.every((pid) => !isAlive(pid)));

    const again = await start(portOf(product));
    expect(again.output()).toContain("Sign in at");
    expect(await setUpStatus(again)).toEqual({ required: false, problems: [] });
  });

  it("restarts the runtime when that alone is killed", async () => {
    const product = running.at(-1)!;
    const { workerd } = product.pids();
    process.kill(workerd, "SIGKILL");
    await until(() => readFileSync(join(stateDir, "workerd.pid"), "utf8") !== String(workerd));
    expect((await fetch(`${product.address}/ready`)).status).toBe(200);
  });

  it("leaves the kernel's restartable sequences to the runtime's allocator", () => {
    const { workerd } = running.at(-1)!.pids();
    const variables = readFileSync(`/proc/${workerd}/environ`, "utf8").split("\0");
    expect(variables).toContain("GLIBC_TUNABLES=glibc.pthread.rseq=0");
  });

  it("leaves no runtime behind when the script that started it is killed", async () => {
    const product = running.at(-1)!;
    const pids = product.pids();
    process.kill(pids.start, "SIGKILL");
    await until(() => Object.values(pids).every((pid) => !isAlive(pid)));
  });

  it("serves only its own names, and ignores client addresses in headers", async () => {
    const own = await startProduct({ variables: { TRUSTED_PROXIES: "" } });
    running.push(own);
    const { port } = new URL(own.address);
    for (const host of ["127.0.0.1", `localhost:${port}`, `[::1]:${port}`, "192.168.1.5"])
      expect((await ask(own, "/api/v1/setup/status", { host })).status).toBe(200);
    for (const path of ["/", "/admin", "/api/v1/setup/status", "/health"]) {
      const { status, body } = await ask(own, path, { host: `evil.test:${port}` });
      expect([status, body]).toEqual([421, expect.stringContaining(`PUBLIC_URL=http://evil.test:${port}`)]);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const ip = `203.0.113.${n}`;
      const headers = { "cf-connecting-ip": ip, "x-forwarded-for": ip, "mf-cf-blob": `{"clientIp":"${ip}"}` };
      statuses.push((await ask(own, LOGIN, headers, { method: "POST" })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it("distinguishes clients by address when HOST lets others connect, whatever their headers", async () => {
    const open = await startProduct({ variables: { HOST: "0.0.0.0", TRUSTED_PROXIES: "127.0.0.3" } });
    running.push(open);
    const knock = async (from: string, n: number) => {
      const ip = `203.0.113.${n}`;
      const headers = { "x-forwarded-for": ip, "cf-connecting-ip": ip, "uptide-peer": `guess ${ip}` };
      return (await ask(open, LOGIN, headers, { method: "POST", localAddress: from })).status;
    };
    const tries = async (from: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) statuses.push(await knock(from, n));
      return statuses.filter((status) => status === 400).length;
    };
    expect(await tries("127.0.0.1")).toBe(10);
    expect(await tries("127.0.0.2")).toBe(10);
    expect(await tries("127.0.0.3")).toBe(11);
    expect((await ask(open, "/", { host: "evil.test" })).status).toBe(421);

    await PanelClient.open(open.address);
    const page = await fetch(`${open.address}/`);
    expect([page.status, page.headers.get("content-encoding"), await page.text()]).toEqual([
      200,
      "gzip",
      expect.stringContaining("</html>"),
    ]);
    const leave = new AbortController();
    const stream = await fetch(`${open.address}/api/v1/public/events`, { signal: leave.signal });
    const { value } = await stream.body!.getReader().read();
    expect([stream.status, value!.length > 0]).toEqual([200, true]);
    leave.abort();
  });

  it("rejects a HOST that isn't an address of the machine", async () => {
    await expect(startProduct({ variables: { HOST: "192.0.2.1" } })).rejects.toThrow(
      "HOST=192.0.2.1 isn't an address of this machine",
    );
  });

  it("ends every child on SIGTERM", async () => {
    const product = await start();
    const pids = product.pids();
    expect(Object.values(pids).every((pid) => pid > 0 && isAlive(pid))).toBe(true);
    product.process.kill("SIGTERM");
    await until(() => Object.values(pids).every((pid) => !isAlive(pid)));
  });

  it("gives advice when the port is taken", async () => {
    const product = await start();
    const other = mkdtempSync(join(tmpdir(), "uptide-other-"));
    await expect(startProduct({ stateDir: other, port: portOf(product) })).rejects.toThrow(
      `Port ${portOf(product)} is taken`,
    );
    rmSync(other, { recursive: true, force: true });
  });
});
