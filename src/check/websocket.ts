import { z } from "zod";
import { HEADERS } from "../domain/vault/spots.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { text, trimmedText } from "../schema/limits.ts";
import { textHeaders, vaultHeaders, WARN_DAYS } from "../schema/monitor_config.ts";
import { notOffered } from "../schema/url_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import { findCertificate, urlPlace } from "./http/certificate.ts";
import { explainEdgeResponse } from "./http/edge_response.ts";
import { discardBody, exchange, findUrlAuthorization, makeCookieJar, readBody } from "./http/request.ts";
import { quote } from "./quote.ts";
import { closeSocket, readExpected } from "./websocket/messages.ts";

const EDGE_BYTES = 1024;
const TOKEN = /^[\w!#$%&'*+.^`|~-]*$/;
const NO_TLS = "The platform verifies wss certificates itself, against public authorities: leave this out.";

const words = text(4000).default("");

const config = z
  .object({
    url: trimmedText(4000, "Enter a ws or wss address.")
      .refine(isSocketUrl, "Use a ws or wss address, such as wss://example.com/live.")
      .meta({ title: "URL", format: "uri", examples: ["wss://example.com/live"] }),
    headers: vaultHeaders.default({}),
    subprotocol: trimmedText(200)
      .regex(TOKEN, "Use one subprotocol, such as mqtt: letters, digits, dots and dashes.")
      .default("")
      .meta({
        title: "Subprotocol",
        description: "Requested from the server. Down if the server doesn't select it.",
      }),
    send: words.meta({ title: "Send", description: "Sent as a text message after connecting." }),
    expect: words.meta({
      title: "Expect",
      description: "Must appear in a received message within the first 64 KB, otherwise down.",
    }),
    tls: notOffered(NO_TLS),
    caCert: notOffered(NO_TLS),
  })
  .superRefine(({ headers }, context) => {
    for (const name of Object.keys(headers).filter((one) => /^sec-websocket-/i.test(one))) {
      const message = "The platform sets this header: use the subprotocol setting instead.";
      context.addIssue({ code: "custom", path: ["headers", name], message });
    }
  });
type WebSocketConfig = z.output<typeof config>;

function isSocketUrl(address: string): boolean {
  return /^wss?:$/.test(URL.parse(address)?.protocol ?? "");
}

export const websocket = checkType({
  type: "websocket",
  label: "WebSocket",
  pageLabel: "WebSocket",
  hasResponseTime: true,
  config,
  findSecrets: findSecretHeaders,
  vaultSpots: [HEADERS],
  ...urlPlace("url"),
  run: runWebSocket,
});

async function runWebSocket(probe: Probe<WebSocketConfig>): Promise<Finding> {
  const { url, send, expect } = probe.config;
  const startedAt = probe.now();
  const socket = await openSocket(probe);
  try {
    const arrival = expect === "" ? null : readExpected(probe, socket);
    socket.accept();
    if (send !== "") socket.send(send);
    await arrival;
  } catch (error) {
    socket.close(1000);
    throw error;
  }
  const responseMs = probe.now() - startedAt;
  await closeSocket(probe, socket);
  const message =
    expect === "" ? `Connected in ${responseMs} ms.` : `Got the expected message in ${responseMs} ms.`;
  const certificate = await findCertificate(probe, { url, warnDays: WARN_DAYS });
  return { status: "up", responseMs, message, ...(certificate && { certificate }) };
}

async function openSocket(probe: Probe<WebSocketConfig>): Promise<WebSocket> {
  const { url: address, headers: given, subprotocol } = probe.config;
  const headers = new Headers(textHeaders(given));
  headers.set("Upgrade", "websocket");
  if (!headers.has("User-Agent")) headers.set("User-Agent", "Uptide");
  const authorization = findUrlAuthorization(address);
  if (authorization !== null) headers.set("Authorization", authorization);
  if (subprotocol !== "") headers.set("Sec-WebSocket-Protocol", subprotocol);
  // fetch upgrades from http and https, and refuses ws and wss.
  const url = new URL(address.trim().replace(/^ws/i, "http"));
  const response = await exchange(
    probe,
    { url, method: "GET", headers, body: null },
    makeCookieJar(probe.now),
  );
  const { webSocket } = response;
  if (!webSocket) throw await explainResponse(probe, response);
  const chosen = response.headers.get("Sec-WebSocket-Protocol") ?? "";
  if (chosen === subprotocol) return webSocket;
  webSocket.accept();
  webSocket.close(1000);
  const what = chosen === "" ? "none" : quote(chosen);
  const asked =
    subprotocol === "" ? "No subprotocol was requested" : `Expected the subprotocol ${quote(subprotocol)}`;
  throw new CheckFault("protocol", `${asked}, but the server chose ${what}.`);
}

async function explainResponse(probe: Probe, response: Response): Promise<CheckFault> {
  const { status, headers } = response;
  const location = headers.get("Location");
  if (status >= 300 && status < 400 && location !== null) {
    discardBody(response);
    const advice = `The server redirects to ${quote(location)} (${status}): enter the final address.`;
    return new CheckFault("redirects", advice);
  }
  const bytes = await readBody(probe, response, EDGE_BYTES).then(
    (body) => body.bytes,
    () => new Uint8Array(),
  );
  const edge = explainEdgeResponse(status, new TextDecoder().decode(bytes));
  if (edge) return new CheckFault(edge.kind, edge.message);
  const hint = HINTS[status] ?? "";
  return new CheckFault("protocol", `Expected a WebSocket (status 101), got ${status}${hint}.`);
}

const HINTS: Readonly<Record<number, string>> = {
  200: ": this address serves a web page, check the path",
  401: ": check the credential headers",
  403: ": check the credential headers, and Origin if the server requires it",
  404: ": check the path of the address",
};
