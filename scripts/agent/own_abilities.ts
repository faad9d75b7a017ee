import { faultMessage, OwnFault } from "../../src/check/fault.ts";
import type { AgentLack } from "../../src/objects/agent.ts";
import { sendEchoesNode } from "./node_ping.ts";

const PING_MS = 3000;

export async function findLacks(sendEchoes = sendEchoesNode): Promise<AgentLack[]> {
  try {
    const signal = AbortSignal.timeout(PING_MS);
    await sendEchoes({ hostname: "127.0.0.1", packets: 1, timeoutMs: PING_MS, signal });
  } catch (error) {
    if (error instanceof OwnFault) return [{ what: "ICMP", reason: error.message }];
    return [{ what: "ICMP", reason: faultMessage(error) ?? "Its ping command can't be run." }];
  }
  return [];
}
