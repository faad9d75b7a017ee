import { z } from "zod";
import { WireError } from "../lib/wire/wire_error.ts";
import { text } from "../schema/limits.ts";
import { host, port } from "../schema/monitor_config.ts";
import { caCert, checkAuthority, tlsMode } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import { quote } from "./quote.ts";
import { parseEscapes } from "./wire/escapes.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const MAX_BYTES = 64 * 1024;

const words = text(4000).default("");
const escapes =
  "\\r, \\n, \\t, \\0, \\\\ and \\x41 are escapes for control characters, a backslash and bytes.";

const fields = z.object({
  host,
  port,
  tls: tlsMode.default("off"),
  caCert,
  send: words.meta({ title: "Send", description: `Sent after connecting. ${escapes}` }),
  expect: words.meta({
    title: "Expect",
    description: `Must appear in the response, otherwise down. ${escapes}`,
  }),
});
const config = fields.superRefine(checkAuthority);
type TcpConfig = z.output<typeof config>;

export const tcp = checkType({
  type: "tcp",
  label: "TCP port",
  pageLabel: "TCP",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  ...wirePlace(null),
  run: runTcp,
});

async function runTcp(probe: Probe<TcpConfig>): Promise<Finding> {
  const { host: hostname, port, tls, caCert, send, expect } = probe.config;
  const startedAt = probe.now();
  return await talk(probe, { hostname, port, tls, caCert, maxBytes: MAX_BYTES }, async (wire) => {
    if (send !== "") {
      const plan = { label: "Send", late: "The server stopped accepting data" };
      await probe.steps.run(plan, () => wire.write(parseEscapes(send)));
    }
    if (expect === "") {
      const { openMs } = wire;
      return { status: "up", responseMs: openMs, message: `Connected in ${openMs} ms.` };
    }
    const plan = { label: "Expect", late: `No ${quote(expect)}` };
    await probe.steps.run(plan, () => readExpected(probe, { wire, expect }));
    const responseMs = probe.now() - startedAt;
    return { status: "up", responseMs, message: `Got the expected response in ${responseMs} ms.` };
  });
}

interface ExpectedText {
  wire: Wire;
  expect: string;
}

async function readExpected(probe: Probe, { wire, expect }: ExpectedText): Promise<void> {
  try {
    await wire.reader.readUntil(parseEscapes(expect));
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    const got = new TextDecoder().decode(wire.reader.readArrived());
    const what = got === "" ? "got nothing" : `got ${quote(got)}`;
    if (probe.signal.aborted) probe.steps.setTimeoutMessage(`Expected ${quote(expect)}, ${what}`);
    const why = cause.fault === "too_large" ? " and more" : ", then the server closed the connection";
    throw new CheckFault("protocol", `Expected ${quote(expect)}, ${what}${why}.`, { cause });
  }
}
