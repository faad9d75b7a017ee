import { randomBytes, randomInt } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Monitor } from "../../src/schema/monitor.ts";
import { ROOT } from "../system/start/product.ts";
import { quantile } from "./quantile.ts";
import { type Run, round, wait, withProduct } from "./run.ts";
import { latenessOf } from "./watch.ts";

const MONITORS = 1000;
const PLACED = 50;
const A_SECOND = 200;
/** So many addresses stay below the limits of each. */
const ADDRESSES = 400;
const SECS = Number(process.env["ATTACK_SECS"] ?? 60);
const OTHER_ROOT = process.env["BENCH_ROOT"];
const ODD_MS = ["1e300", "-1", "99999999999999999999", "8640000000000000", "0.5", "NaN"];

interface Shot {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  isDropped?: boolean;
}

export async function measureAttack() {
  const options = {
    monitors: MONITORS,
    intervalSecs: 10,
    delayMs: 20,
    ...(OTHER_ROOT && { root: OTHER_ROOT }),
  };
  return await withProduct(options, async (run) => {
    const shots = await aim(run);
    await wait(12_000);
    run.target.hits.clear();
    await wait(20_000);
    const calm = lateness(run);
    run.target.hits.clear();
    const answers = await fire(run.product.address, shots);
    const stormy = lateness(run);
    const served = [...answers.values()].reduce((sum, count) => sum + count, 0);
    return {
      "asked a second": A_SECOND,
      "answered a second": round(served / SECS, 1),
      "answers by status": Object.fromEntries([...answers].sort()),
      "lateness of checks before, median (ms)": calm.median,
      "lateness of checks before, p99 (ms)": calm.p99,
      "lateness of checks meanwhile, median (ms)": stormy.median,
      "lateness of checks meanwhile, p99 (ms)": stormy.p99,
      "checks meanwhile": stormy.checks,
      "expected checks": (MONITORS * SECS) / 10,
      "longest Markdown of 32,000 characters (ms)": await measureMarkdown(),
    };
  });
}

async function aim({ panel }: Run): Promise<(() => Shot)[]> {
  const monitors = (await panel.get<Monitor[]>("/api/v1/admin/monitors")).slice(0, PLACED);
  const card = ({ id }: Monitor) => ({ id: `m${id}`, type: "monitor", monitorId: id });
  await panel.send("PUT", "/api/v1/admin/layout", {
    tree: { id: "root", type: "page", children: monitors.map(card) },
  });
  const beating = await panel.post<{ heartbeatUrl: string }>("/api/v1/admin/monitors", {
    name: "beating",
    type: "webhook",
    config: {},
  });
  const hook = new URL(beating.heartbeatUrl, "http://127.0.0.1").pathname;
  const PUBLIC = "/api/v1/public";
  const placed = () => monitors[randomInt(monitors.length)]?.id ?? 1;
  const unknown = () => randomInt(1_000_000, 100_000_000);
  const cookie = () => ({ Cookie: `uptide=${randomBytes(32).toString("base64url")}` });
  return [
    () => ({
      path: `${PUBLIC}/monitor/${placed()}/history?hours=${randomInt(1, 2161)}&buckets=${randomInt(1, 201)}`,
    }),
    () => ({ path: `${PUBLIC}/monitor/${placed()}/uptime?days=${randomInt(1, 91)}` }),
    () => ({ path: "/", headers: cookie() }),
    () => ({ path: `${PUBLIC}/incidents/${unknown()}`, headers: cookie() }),
    () => ({ path: `/incidents/${unknown()}` }),
    () => ({ path: `${PUBLIC}/monitor/${unknown()}/history` }),
    () => ({ path: `${PUBLIC}/events`, isDropped: true }),
    () => ({ path: `${hook}?ms=${ODD_MS[randomInt(ODD_MS.length)]}`, method: "POST" }),
    () => ({ path: `${PUBLIC}/incidents?page=${randomInt(1, 1_000_000)}&limit=${randomInt(1, 101)}` }),
    () => ({
      path: "/api/v1/auth/oidc/login",
      headers: { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" },
    }),
  ];
}

/** The pace is steady, and a request without an answer by the end counts as failed. */
async function fire(address: string, shots: readonly (() => Shot)[]): Promise<Map<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const answers = new Map<string, number>();
  const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1);
  const until = Date.now() + SECS * 1000;
  for (let shot = 0; Date.now() < until; ) {
    const due = Math.floor(((Date.now() - until + SECS * 1000) / 1000) * A_SECOND);
    for (; shot < due; shot++) send(address, shots[shot % shots.length]!(), { agent, count });
    await wait(5);
  }
  agent.destroy();
  return answers;
}

function send(
  address: string,
  { path, method = "GET", headers = {}, isDropped = false }: Shot,
  { agent, count }: { agent: Agent; count: (what: string) => void },
): void {
  const number = randomInt(ADDRESSES);
  const ip = `203.0.${113 + Math.floor(number / 250)}.${(number % 250) + 1}`;
  const sent = request(
    address + path,
    {
      method,
      agent: isDropped ? false : agent,
      headers: { ...headers, "CF-Connecting-IP": ip, "X-Forwarded-For": ip },
    },
    (response: IncomingMessage) => {
      count(String(response.statusCode));
      if (isDropped) sent.destroy();
      else response.resume();
    },
  );
  // Requests cut off by either side count as unanswered.
  sent.on("error", () => {});
  sent.end();
}

function lateness({ target }: Run) {
  const times = [...target.hits.values()];
  const late = times.flatMap(latenessOf);
  return {
    median: round(quantile(late, 0.5), 1),
    p99: round(quantile(late, 0.99), 1),
    checks: times.reduce((sum, own) => sum + own.length, 0),
  };
}

async function measureMarkdown(): Promise<number> {
  const path = join(OTHER_ROOT ?? ROOT, "src/lib/markdown.ts");
  const { renderMarkdown } = (await import(pathToFileURL(path).href)) as {
    renderMarkdown: (text: string) => string;
  };
  const long = 32_000;
  const texts = [
    `[a](${" ".repeat(long)}`,
    `[a](${"\t".repeat(long / 4)}`,
    `${"~".repeat(long)}\``,
    ...["[a](", "**a ", "_a", "`", "> ", "- a\n", "<http://", '[a](b "'].map((piece) =>
      piece.repeat(long / piece.length),
    ),
  ];
  const times = texts.map((text) => {
    const startedAt = performance.now();
    renderMarkdown(text);
    return performance.now() - startedAt;
  });
  return round(Math.max(...times), 1);
}
