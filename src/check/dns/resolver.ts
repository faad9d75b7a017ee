import { parseIp, parseName } from "../../lib/wire/host_name.ts";
import { abortable } from "../../lib/within.ts";
import { isWebUrl } from "../../schema/monitor_config.ts";
import type { Probe } from "../check_type.ts";
import { explainFetch } from "../diagnose.ts";
import { CheckFault } from "../fault.ts";
import { explainEdgeResponse } from "../http/edge_response.ts";
import { readBody } from "../http/request.ts";
import { concat, uint16s } from "../wire/binary.ts";
import { openConnection } from "../wire/connection.ts";
import { type DnsResponse, formatQuery, parseResponse, type Question } from "./message.ts";

export const DEFAULT_RESOLVER = "https://cloudflare-dns.com/dns-query";
const DNS_PORT = 53;
const MAX_BYTES = 65_535;
const MEDIA_TYPE = "application/dns-message";

type Resolver = { kind: "https"; url: URL } | { kind: "tcp"; hostname: string; port: number };

export function parseResolver(text: string): Resolver | null {
  if (text.includes("//")) return isWebUrl(text) ? { kind: "https", url: new URL(text) } : null;
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const hostname = parseIp(bracketed ?? text) ?? (plain ? (parseIp(plain) ?? parseName(plain)) : null);
  const port = Number(portText ?? DNS_PORT);
  return hostname && port > 0 && port < 65_536 ? { kind: "tcp", hostname, port } : null;
}

export async function resolve(probe: Probe, resolver: Resolver, question: Question): Promise<DnsResponse> {
  return resolver.kind === "https"
    ? await resolveHttps(probe, resolver.url, question)
    : await resolveTcp(probe, resolver, question);
}

async function resolveHttps(probe: Probe, url: URL, question: Question): Promise<DnsResponse> {
  const plan = { label: `Query ${url.host}`, late: `No response from the resolver ${url.host}` };
  return await probe.steps.run(plan, async () => {
    const response = await post(probe, url, formatQuery(0, question));
    const { bytes } = await readBody(probe, response, MAX_BYTES);
    const type = response.headers.get("Content-Type") ?? "no content type";
    if (response.status !== 200 || !type.startsWith(MEDIA_TYPE)) {
      const edge = explainEdgeResponse(response.status, new TextDecoder().decode(bytes));
      const message =
        edge?.message ?? `It returned ${response.status} with ${type} instead of ${MEDIA_TYPE}.`;
      throw new CheckFault(edge?.kind ?? "protocol", message);
    }
    return parseResponse(bytes, { id: 0, type: question.type });
  });
}

async function post(probe: Probe, url: URL, query: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { signal } = probe;
  const headers = { Accept: MEDIA_TYPE, "Content-Type": MEDIA_TYPE };
  const init = {
    method: "POST",
    headers,
    body: query,
    redirect: "manual",
    cache: "no-store",
    signal,
  } as const;
  try {
    return await abortable(probe.fetch(url.href, init), signal);
  } catch (error) {
    throw await explainFetch(probe, url, error);
  }
}

interface TcpResolver {
  hostname: string;
  port: number;
}

async function resolveTcp(
  probe: Probe,
  { hostname, port }: TcpResolver,
  question: Question,
): Promise<DnsResponse> {
  const connection = await openConnection(probe, { hostname, port, tls: "off", maxBytes: MAX_BYTES + 2 });
  const [id = 0] = crypto.getRandomValues(new Uint16Array(1));
  const plan = { label: `Query ${hostname}`, late: `No response from the resolver ${hostname}` };
  try {
    return await probe.steps.run(plan, async () => {
      const query = formatQuery(id, question);
      await connection.write(concat(uint16s(query.length), query));
      const [high = 0, low = 0] = await connection.reader.readExactly(2);
      return parseResponse(await connection.reader.readExactly(high * 256 + low), {
        id,
        type: question.type,
      });
    });
  } finally {
    connection.close();
  }
}
