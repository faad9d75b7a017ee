import { abortable } from "../../lib/within.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault, OwnFault } from "../fault.ts";

/** Only an agent on the engine's machine reaches it. */
export function isSocket(endpoint: unknown): boolean {
  return /^unix:\/\/\/./.test(String(endpoint));
}

interface SocketRequest {
  endpoint: string;
  path: string;
  headers: Headers;
}

export async function askSocket(
  { steps, signal, fetch }: Probe,
  { endpoint, path, headers }: SocketRequest,
): Promise<Response> {
  const url = new URL(endpoint);
  url.searchParams.set("path", path);
  const plan = {
    label: `GET ${path} from ${endpoint}`,
    late: "No response",
    detail: ({ status }: Response) => `Responded with ${status}.`,
  };
  return await steps.run(plan, async () => {
    try {
      return await abortable(fetch(url.href, { headers, signal }), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      throw explain(endpoint, String(error));
    }
  });
}

function explain(endpoint: string, text: string): CheckFault | OwnFault {
  if (/EACCES|EPERM/.test(text))
    return new OwnFault(`The agent may not open ${endpoint}: add its user to the socket's group.`);
  if (/ENOENT/.test(text))
    return new CheckFault("unreachable", `There is no ${endpoint} on the agent's machine.`);
  return new CheckFault("refused", `Nothing responds at ${endpoint}.`);
}
