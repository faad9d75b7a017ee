import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../start/product.ts";
import { type Peer, startProcess } from "../tls_peer.ts";
import type { ServerWish, TwoPorts } from "./pair.ts";

/** The wrapper would run it as another user. */
export const RABBITMQ = "/usr/lib/rabbitmq/bin/rabbitmq-server";
const EPMD = "/usr/bin/epmd";

/** Has its own node registry, so nothing outlives the test. */
export async function startRabbitmq(
  { folder, pairs }: ServerWish,
  { user, password }: { user: string; password: string },
): Promise<TwoPorts> {
  const [port, tlsPort, nodePort, registerPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const settings = join(folder, "rabbitmq.conf");
  const plugins = join(folder, "plugins");
  writeFileSync(plugins, "[].\n");
  writeFileSync(
    settings,
    `listeners.tcp.1 = 127.0.0.1:${port}\nlisteners.ssl.1 = 127.0.0.1:${tlsPort}\n` +
      `ssl_options.cacertfile = ${pairs.authority.cert}\nssl_options.certfile = ${pairs.server.cert}\n` +
      `ssl_options.keyfile = ${pairs.server.key}\nssl_options.verify = verify_none\n` +
      `ssl_options.fail_if_no_peer_cert = false\ndefault_user = ${user}\ndefault_pass = ${password}\n` +
      "log.console = true\nlog.console.level = info\nlog.file = false\nnum_acceptors.tcp = 2\n",
  );
  const register = await startProcess(EPMD, {
    args: ["-address", "127.0.0.1", "-port", String(registerPort)],
    port: registerPort,
  });
  const env = {
    HOME: folder,
    ERL_EPMD_PORT: String(registerPort),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_CONFIG_FILE: settings,
    RABBITMQ_DIST_PORT: String(nodePort),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_MNESIA_BASE: join(folder, "mnesia"),
    RABBITMQ_NODENAME: `uptide${port}@localhost`,
    RABBITMQ_PID_FILE: join(folder, "rabbitmq.pid"),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "+S 1:1 +sbwt none",
  };
  const child = spawn(RABBITMQ, [], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const node = await waitUntilReady(child);
  const stop = async () => {
    await node.stop();
    await register.stop();
  };
  return { port, tlsPort, stop };
}

async function waitUntilReady(child: ChildProcess): Promise<Pick<Peer, "stop">> {
  // The wrapper ends before the node does, and both write to the same pipes.
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on("line", (line) => {
        output.push(line);
        if (/Server startup complete/.test(line)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`RabbitMQ did not start:\n${output.slice(-30).join("\n")}`)));
  });
  return {
    async stop() {
      if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}
