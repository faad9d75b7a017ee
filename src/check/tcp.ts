import { z } from "zod";
import { WireError } from "../lib/wire/wire_error.ts";
import { host, platformCaCert, platformTls, port, WARN_DAYS } from "../schema/monitor_config.ts";
import { formatHost } from "./address.ts";
import { checkType, type Finding, hostDestination, type Probe } from "./check_type.ts";
import { type Connection, openConnection } from "./connection.ts";
import { CheckFault } from "./fault.ts";
import { quote } from "./quote.ts";
import { parseEscapes } from "./tls/escapes.ts";

/** How much of an answer `expect` is looked for in. */
const MAX_BYTES = 64 * 1024;

const text = z.string().max(4000, "Use at most 4000 characters.").default("");
const escapes = "\\r, \\n, \\t, \\0, \\\\ and \\x41 stand for control characters, a backslash and bytes.";

const config = z.object({
  host,
  port,
  tls: platformTls("A tcp check").default("off"),
  caCert: platformCaCert("A tcp check"),
  send: text.meta({ title: "Send", description: `Sent once the connection is open. ${escapes}` }),
  expect: text.meta({ title: "Expect", description: `Has to come in the answer, else down. ${escapes}` }),
});
type TcpConfig = z.output<typeof config>;

export const tcp = checkType({
  type: "tcp",
  label: "TCP port",
  pageLabel: "TCP",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: formatHost,
  destinationOf: hostDestination,
  certificateOf: ({ host: name, port, tls }) => {
    if (typeof name !== "string" || tls !== "on") return null;
    return { host: name, port: Number(port), serverName: name, isTold: true, warnDays: WARN_DAYS };
  },
  run: runTcp,
});

async function runTcp(probe: Probe<TcpConfig>): Promise<Finding> {
  const { host: hostname, port, tls, send, expect } = probe.config;
  const startedAt = probe.now();
  const connection = await openConnection(probe, { hostname, port, tls, maxBytes: MAX_BYTES });
  try {
    if (send !== "") {
      const plan = { label: "Send", late: "The server did not take what was sent" };
      await probe.steps.run(plan, () => connection.write(parseEscapes(send)));
    }
    if (expect === "") {
      const { openMs } = connection;
      return { status: "up", responseMs: openMs, message: `Connected in ${openMs} ms.` };
    }
    const plan = { label: "Expect", late: `No ${quote(expect)}` };
    await probe.steps.run(plan, () => readExpected(probe, { connection, expect }));
    const responseMs = probe.now() - startedAt;
    return { status: "up", responseMs, message: `The expected answer came in ${responseMs} ms.` };
  } finally {
    connection.close();
  }
}

interface ExpectedText {
  connection: Connection;
  expect: string;
}

async function readExpected(probe: Probe, { connection, expect }: ExpectedText): Promise<void> {
  try {
    await connection.reader.readUntil(parseEscapes(expect));
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    const got = new TextDecoder().decode(connection.reader.readArrived());
    const what = got === "" ? "got nothing" : `got ${quote(got)}`;
    if (probe.signal.aborted) probe.steps.sayLate(`Expected ${quote(expect)}, ${what}`);
    const why = cause.fault === "too_large" ? " and more" : ", then the server closed the connection";
    throw new CheckFault("protocol", `Expected ${quote(expect)}, ${what}${why}.`, { cause });
  }
}
