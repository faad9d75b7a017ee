import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import type { SystemHealth } from "../../src/schema/system_health.ts";
import { ROOT, until } from "../system/start/product.ts";
import { quantile } from "./quantile.ts";
import { apply, cpuMs, memoryMb, type Run, round, wait, withProduct } from "./run.ts";

const MONITORS = 500;
const MINUTES = 3;
const AGENTS = "/api/v1/admin/agents";
const CLI = join(ROOT, "scripts/cli/main.mjs");

export async function measureAgent() {
  return await withProduct({ monitors: MONITORS, intervalSecs: 60, delayMs: 20 }, async (run) => {
    const { token } = await run.panel.post<AgentWithToken>(AGENTS, { name: "Office" });
    const env = { PATH: process.env["PATH"], UPTIDE_AGENT_TOKEN: token, UPTIDE_URL: run.product.address };
    const agent = spawn(process.execPath, [CLI, "agent"], { stdio: "ignore", env });
    try {
      await until(async () => (await lookAt(run)).status === "online");
      await give(run);
      run.target.hits.clear();
      await until(() => run.target.hits.size === MONITORS, 120_000);
      return await measure(run, agent.pid!);
    } finally {
      agent.kill("SIGTERM");
      await once(agent, "exit");
    }
  });
}

async function lookAt({ panel }: Run): Promise<Agent> {
  return await panel.get<Agent>(`${AGENTS}/office`);
}

async function give({ panel, target }: Run): Promise<void> {
  const document = (n: number) =>
    `kind: Monitor\nkey: m${n}\nname: m${n}\ntype: https\nagent: office\nintervalSecs: 60\nconfig:\n  url: ${target.address}/m${n}\n`;
  await apply(panel, Array.from({ length: MONITORS }, (_, n) => document(n)).join("---\n"));
}

async function measure(run: Run, pid: number) {
  const before = {
    ...(await costOf(run)),
    agentMs: cpuMs(pid),
    workerdMs: cpuMs(run.product.pids().workerd),
  };
  run.target.hits.clear();
  await wait(MINUTES * 60_000);
  const after = { ...(await costOf(run)), agentMs: cpuMs(pid), workerdMs: cpuMs(run.product.pids().workerd) };
  const times = [...run.target.hits.values()];
  const checks = times.reduce((sum, own) => sum + own.length, 0);
  const gaps = times.flatMap((own) => own.slice(1).map((at, i) => Math.abs(at - own[i]! - 60_000)));
  const { roundTripMs } = await lookAt(run);
  const monitors = await run.panel.get<{ currentStatus: string }[]>("/api/v1/admin/monitors");
  return {
    checks,
    expected: MONITORS * MINUTES,
    "off the grid, p99 (ms)": round(quantile(gaps, 0.99), 0),
    "agent CPU per check (ms)": round((after.agentMs - before.agentMs) / checks, 2),
    "agent memory (MB)": round(memoryMb(pid), 0),
    "workerd CPU per check (ms)": round((after.workerdMs - before.workerdMs) / checks, 2),
    "object requests per check": round((after.requests - before.requests) / checks, 3),
    "rows written per check": round((after.rows - before.rows) / checks, 3),
    "round trip (ms)": roundTripMs,
    "monitors not up at the end": monitors.filter(({ currentStatus }) => currentStatus !== "up").length,
  };
}

async function costOf({ panel }: Run): Promise<{ requests: number; rows: number }> {
  const { watches } = await panel.get<SystemHealth>("/api/v1/admin/system-health");
  const costs = watches.flatMap(({ cost }) => cost ?? []);
  return {
    requests: costs.reduce((sum, { requests }) => sum + requests, 0),
    rows: costs.reduce(
      (sum, { rowsWritten, databaseRowsWritten }) => sum + rowsWritten + databaseRowsWritten,
      0,
    ),
  };
}
