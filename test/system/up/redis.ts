import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../start/product.ts";
import { startProcess } from "../tls_peer.ts";
import type { ServerWish, TwoPorts } from "./pair.ts";

export const REDIS = "/usr/bin/redis-server";

export async function startRedis(
  { folder, pairs }: ServerWish,
  lines: readonly string[] = [],
): Promise<TwoPorts> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const settings = join(folder, `redis-${port}.conf`);
  const own = [
    `bind 127.0.0.1\nport ${port}\ntls-port ${tlsPort}\ndir ${folder}`,
    `tls-cert-file ${pairs.server.cert}\ntls-key-file ${pairs.server.key}`,
    `tls-ca-cert-file ${pairs.authority.cert}\ntls-auth-clients no`,
    `save ""\nappendonly no\ndaemonize no\nlogfile ${folder}/redis-${port}.log`,
  ];
  writeFileSync(settings, [...own, ...lines, ""].join("\n"));
  const { stop } = await startProcess(REDIS, { args: [settings], port: tlsPort });
  return { port, tlsPort, stop };
}
