import { z } from "zod";
import type { Config } from "../lib/config.ts";
import { plural } from "../lib/plural.ts";
import { wholeNumber } from "../schema/limits.ts";
import { host, port } from "../schema/monitor_config.ts";
import { formatHost } from "./address.ts";
import { checkType, type Finding, hostDestination, type Probe } from "./check_type.ts";
import { CheckFault, OwnFault } from "./fault.ts";
import { openConnection } from "./wire/connection.ts";

const config = z.object({
  host,
  mode: z.enum(["tcp", "icmp"], "Use the mode tcp or icmp.").default("tcp").meta({
    title: "Mode",
    description:
      "tcp: measures the time to open a connection. icmp: sends echo requests, which requires an agent.",
  }),
  port: port.default(80),
  packets: wholeNumber(1, 10)
    .default(3)
    .meta({ title: "Packets", description: "icmp only: packets to send per check." }),
  maxLossPct: wholeNumber(1, 100, "percent").default(100).meta({
    title: "Degraded from loss (%)",
    description: "icmp only: degraded from this packet loss. At 100, any response is up.",
  }),
});
type PingConfig = z.output<typeof config>;

export const ping = checkType({
  type: "ping",
  label: "Ping",
  pageLabel: "Ping",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: (config) => formatHost(config.mode === "icmp" ? { host: config.host } : config),
  destinationOf: hostDestination,
  findAgentReason: ({ mode }: Config) =>
    mode === "icmp"
      ? {
          path: "mode",
          message:
            "The platform can't send ICMP: choose an agent and no regions, or use mode tcp with an open port.",
        }
      : null,
  async run(probe) {
    return probe.config.mode === "icmp" ? await runIcmp(probe) : await runTcp(probe);
  },
});

async function runTcp(probe: Probe<PingConfig>): Promise<Finding> {
  const { host: hostname, port } = probe.config;
  const connection = await openConnection(probe, { hostname, port, tls: "off", maxBytes: 0 });
  connection.close();
  const { openMs } = connection;
  return { status: "up", responseMs: openMs, message: `Connected in ${openMs} ms.` };
}

async function runIcmp({
  config,
  sendEchoes,
  steps,
  signal,
  timeoutMs,
}: Probe<PingConfig>): Promise<Finding> {
  const { host: hostname, packets, maxLossPct } = config;
  if (!sendEchoes) throw new OwnFault("ICMP can't be sent from here: choose an agent, or use mode tcp.");
  const plan = { label: `Ping ${hostname}`, late: "No response", detail: describe };
  const timesMs = await steps.run(plan, async () => {
    const times = await sendEchoes({ hostname, packets, timeoutMs, signal });
    if (times.length > 0) return times;
    throw new CheckFault("timeout", `No response to ${plural(packets, "packet")}.`);
  });
  const lossPct = Math.max(0, Math.round((1 - timesMs.length / packets) * 100));
  const responseMs = averageOf(timesMs);
  if (lossPct > 0 && lossPct >= maxLossPct)
    return { status: "degraded", responseMs, message: `${lossPct}% of packets lost.` };
  const lost = lossPct > 0 ? `, ${lossPct}% of packets lost` : "";
  return { status: "up", responseMs, message: `Response in ${responseMs} ms${lost}.` };

  function describe(times: readonly number[]): string {
    return `${times.length} of ${packets} packets returned`;
  }
}

function averageOf(timesMs: readonly number[]): number {
  return Math.round(timesMs.reduce((sum, ms) => sum + ms, 0) / timesMs.length);
}
