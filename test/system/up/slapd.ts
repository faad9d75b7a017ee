import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../start/product.ts";
import { startProcess } from "../tls_peer.ts";
import type { ServerWish, TwoPorts } from "./pair.ts";

export const SLAPD = "/usr/sbin/slapd";

interface SlapdWish {
  bindDn: string;
  password: string;
  lines?: readonly string[];
  hasTls?: boolean;
}

/** TLS starts with StartTLS on `port`, and at once on `tlsPort`. */
export async function startSlapd(
  { folder, pairs }: ServerWish,
  { bindDn, password, lines = [], hasTls = true }: SlapdWish,
): Promise<TwoPorts> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const [settings, data] = [join(folder, `slapd-${port}.conf`), join(folder, `slapd-${port}`)];
  mkdirSync(data);
  const { cert, key } = pairs.server;
  const tls = hasTls ? [`TLSCertificateFile ${cert}`, `TLSCertificateKeyFile ${key}`] : [];
  const base = [
    "include /etc/ldap/schema/core.schema",
    `pidfile ${data}/pid`,
    ...tls,
    ...lines,
    "database ldif",
    'suffix "dc=test"',
    `directory ${data}`,
    `rootdn "${bindDn}"`,
    `rootpw ${password}`,
  ];
  writeFileSync(settings, `${base.join("\n")}\n`);
  const places = [`ldap://127.0.0.1:${port}/`, ...(hasTls ? [`ldaps://127.0.0.1:${tlsPort}/`] : [])];
  const { stop } = await startProcess(SLAPD, {
    // A log level keeps it in the foreground.
    args: ["-f", settings, "-h", places.join(" "), "-d", "0"],
    port,
  });
  return { port, tlsPort, stop };
}
