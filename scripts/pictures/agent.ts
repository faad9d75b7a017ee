import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import type { PanelClient } from "../../test/system/panel_client.ts";
import { until } from "../../test/system/start/product.ts";
import { ROOT } from "../build.ts";

const ADMIN = "/api/v1/admin";
const TARGETS = ["Wiki", "Printer", "Time clock"];

export async function startAgent(
  panel: PanelClient,
  { address, target }: { address: string; target: string },
): Promise<{ stop(): Promise<void> }> {
  const office = { name: "Office", description: "Berlin, second floor" };
  const { token } = await panel.post<AgentWithToken>(`${ADMIN}/agents`, office);
  await panel.post(`${ADMIN}/agents`, { name: "Warehouse", description: "Rotterdam" });
  const env = { PATH: process.env["PATH"], UPTIDE_AGENT_TOKEN: token, UPTIDE_URL: address };
  const args = [join(ROOT, "scripts/cli/main.mjs"), "agent"];
  const agent = spawn(process.execPath, args, { stdio: "ignore", env });
  await until(async () => (await panel.get<Agent>(`${ADMIN}/agents/office`)).status === "online");
  for (const name of TARGETS) {
    const config = { url: `${target}/${name.replaceAll(" ", "-").toLowerCase()}` };
    await panel.post(`${ADMIN}/monitors`, { name, type: "https", agent: "office", config });
  }
  await until(async () => (await panel.get<Agent>(`${ADMIN}/agents/office`)).lastHour !== null);
  return {
    async stop() {
      agent.kill("SIGTERM");
      await once(agent, "exit");
    },
  };
}
