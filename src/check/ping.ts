import { z } from "zod";
import { host, port } from "../schema/monitor_config.ts";
import { formatHost } from "./address.ts";
import { checkType, hostDestination } from "./check_type.ts";
import { openConnection } from "./wire/connection.ts";

const config = z.object({
  host,
  mode: z
    .literal("tcp", {
      error: ({ input }) =>
        input === "icmp"
          ? "The platform can't send ICMP: use mode tcp with an open port."
          : "Use the mode tcp.",
    })
    .default("tcp")
    .meta({ title: "Mode", description: "tcp: how long it takes to open a connection." }),
  port: port.default(80),
});

export const ping = checkType({
  type: "ping",
  label: "Ping (TCP)",
  pageLabel: "Ping",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: formatHost,
  destinationOf: hostDestination,
  async run(probe) {
    const { host: hostname, port } = probe.config;
    const connection = await openConnection(probe, { hostname, port, tls: "off", maxBytes: 0 });
    connection.close();
    const { openMs } = connection;
    return { status: "up", responseMs: openMs, message: `Connected in ${openMs} ms.` };
  },
});
