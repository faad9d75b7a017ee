import { spawn } from "node:child_process";
import type { SendEchoes } from "../../src/check/check_type.ts";
import { CheckFault, OwnFault } from "../../src/check/fault.ts";

const GAP_SECS = 0.2;
const MOST_OUTPUT = 20_000;

/** Uses the system's ping: Node has no ICMP, and ping often needs no root. */
export const sendEchoesNode: SendEchoes = async ({ hostname, packets, timeoutMs, signal }) => {
  const { output, isMissing } = await runPing(
    argumentsFor(process.platform, { hostname, packets, timeoutMs }),
    signal,
  );
  if (isMissing)
    throw new OwnFault(
      "The agent's machine has no ping command: install it, or use mode tcp with an open port.",
    );
  const times = parseTimes(output);
  if (times.length > 0) return times;
  if (/not permitted|permission denied|lacking privilege|are you root/i.test(output))
    throw new OwnFault(
      "The agent may not send ICMP: add its group to net.ipv4.ping_group_range, or grant it CAP_NET_RAW.",
    );
  if (
    /not known|unknown host|no address|resolution|could not find host|bad address|cannot resolve/i.test(
      output,
    )
  )
    throw new CheckFault("name", `The name ${hostname} can't be resolved.`);
  if (/unreachable/i.test(output)) throw new CheckFault("unreachable", `${hostname} is unreachable.`);
  return [];
};

interface Echoes {
  hostname: string;
  packets: number;
  timeoutMs: number;
}

export function argumentsFor(platform: NodeJS.Platform, { hostname, packets, timeoutMs }: Echoes): string[] {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const waitMs = Math.max(1000, timeoutMs - packets * GAP_SECS * 1000 - 500);
  if (platform === "win32") return ["-n", String(packets), "-w", String(waitMs), host];
  const wait = platform === "darwin" ? waitMs : Math.ceil(waitMs / 1000);
  return ["-n", "-c", String(packets), "-i", String(GAP_SECS), "-W", String(wait), "--", host];
}

/** Reads "64 bytes from …: time=0.04 ms" and "Reply from …: bytes=32 time<1ms TTL=64", in any language. */
export function parseTimes(output: string): number[] {
  return output.split("\n").flatMap((line) => {
    const [, ms] = /[=<]\s?(\d+(?:\.\d+)?)\s?ms\b/.exec(line) ?? [];
    const isReply = ms !== undefined && !line.includes(",") && !line.includes("DUP!");
    return isReply ? [Number(ms)] : [];
  });
}

async function runPing(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ output: string; isMissing: boolean }> {
  return await new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: "C" };
    const ping = spawn("ping", args, { stdio: ["ignore", "pipe", "pipe"], env, signal, windowsHide: true });
    let output = "";
    for (const stream of [ping.stdout, ping.stderr])
      stream.on("data", (chunk) => (output = `${output}${chunk}`.slice(0, MOST_OUTPUT)));
    ping.on("error", ({ code }: NodeJS.ErrnoException) => {
      resolve({ output, isMissing: code === "ENOENT" });
    });
    ping.on("close", () => resolve({ output, isMissing: false }));
  });
}
