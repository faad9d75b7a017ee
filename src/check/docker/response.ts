import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { explainEdgeResponse } from "../http/edge_response.ts";
import { discardBody, readBody } from "../http/request.ts";
import { quote } from "../quote.ts";

const MAX_BYTES = 512 * 1024;
const NO_ENGINE = "check that the endpoint is the API of a Docker engine";

export async function readResponse(
  probe: Probe,
  { response, container }: { response: Response; container: string },
): Promise<Record<string, unknown>> {
  const { status, headers } = response;
  const location = headers.get("Location");
  if (status >= 300 && status < 400) {
    discardBody(response);
    const to = location === null ? "" : ` to ${quote(location)}`;
    throw new CheckFault("redirects", `The endpoint redirects${to} (${status}): enter the final address.`);
  }
  const plan = { label: "Read the response", late: "Incomplete response" };
  const { bytes, isWhole } = await probe.steps.run(plan, () => readBody(probe, response, MAX_BYTES));
  const text = new TextDecoder().decode(bytes);
  const document = isWhole ? parseObject(text) : null;
  if (status !== 200) throw refusalOf({ status, text, said: document?.["message"], container });
  if (!isWhole) throw new CheckFault("protocol", `The response is over 512 KB: ${NO_ENGINE}.`);
  if (document !== null) return document;
  throw new CheckFault(
    "protocol",
    `The response isn't JSON but starts with ${quote(text, 40)}: ${NO_ENGINE}.`,
  );
}

interface Refusal {
  status: number;
  text: string;
  said: unknown;
  container: string;
}

function refusalOf({ status, text, said, container }: Refusal): CheckFault {
  const edge = explainEdgeResponse(status, text);
  if (edge) return new CheckFault(edge.kind, edge.message);
  const words = typeof said === "string" ? `: ${quote(said)}` : "";
  if (status === 401 || status === 403) {
    const message = `Access was refused (${status}${words}): check the credential headers.`;
    return new CheckFault("login", message);
  }
  if (status === 404 && typeof said === "string") {
    const message = `The engine has no container ${quote(container)}: check its name.`;
    return new CheckFault("protocol", message);
  }
  if (status === 400 && /HTTP request to an HTTPS server/i.test(text)) {
    return new CheckFault("tls", "The engine speaks TLS: use an https address.");
  }
  const advice = typeof said === "string" ? "" : `: ${NO_ENGINE}`;
  return new CheckFault("protocol", `The engine returned ${status}${words}${advice}.`);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const document: unknown = JSON.parse(text);
    const isObject = typeof document === "object" && document !== null && !Array.isArray(document);
    return isObject ? (document as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
