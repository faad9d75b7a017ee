import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../start/product.ts";
import { startProcess } from "../tls_peer.ts";
import type { ServerWish, TwoPorts } from "./pair.ts";

export const MOSQUITTO = "/usr/sbin/mosquitto";

export async function startMosquitto(
  { folder, pairs }: ServerWish,
  { user, password }: { user: string; password: string },
): Promise<TwoPorts> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const [settings, users] = [join(folder, "mosquitto.conf"), join(folder, "users")];
  execFileSync("/usr/bin/mosquitto_passwd", ["-b", "-c", users, user, password], { stdio: "ignore" });
  writeFileSync(
    settings,
    `user ${userInfo().username}\nallow_anonymous false\npassword_file ${users}\npersistence false\n` +
      `log_dest file ${folder}/mosquitto.log\nlistener ${port} 127.0.0.1\nlistener ${tlsPort} 127.0.0.1\n` +
      `certfile ${pairs.server.cert}\nkeyfile ${pairs.server.key}\n`,
  );
  const { stop } = await startProcess(MOSQUITTO, { args: ["-c", settings], port: tlsPort });
  return { port, tlsPort, stop };
}
