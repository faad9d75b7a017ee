import { nameOf } from "../target_name.ts";
import { readConnectionUrl } from "./connection_url.ts";
import { type CurlRequest, readCurl } from "./curl.ts";
import { splitCommands } from "./shell_words.ts";

export interface PastedTarget {
  name: string;
  type: string;
  config: Readonly<Record<string, unknown>>;
}

const WEB = /^https?:\/\//;
const HOST = /^((?:[a-z0-9_-]+\.)+[a-z0-9-]+|\[[0-9a-f:]+\]|localhost)(?::(\d{1,5}))?$/i;
const MOST_CHARACTERS = 100_000;
const MOST_TARGETS = 200;

/** One curl command or connection URL, or at least two targets. Anything else is pasted as it is. */
export function readPasted(content: string, type: string): PastedTarget[] {
  if (content.length > MOST_CHARACTERS) return [];
  const commands = content.replaceAll(/^\s*\$ /gm, "").trim();
  const targets = /^curl\s/.test(commands) ? readCommands(commands) : readTargets(content, type);
  return nameApart(targets.slice(0, MOST_TARGETS));
}

function readCommands(script: string): PastedTarget[] {
  const requests = (splitCommands(script) ?? []).map(readCurl);
  return requests.some((one) => one === null) ? [] : (requests as CurlRequest[]).map(toWebTarget);
}

function readTargets(content: string, type: string): PastedTarget[] {
  const words = [...new Set(content.split(/[\s,;]+/).filter((word) => word !== ""))];
  if (words.length < 2) return words.flatMap((word) => readOtherProtocol(word, type));
  const targets = words.map((word) => readTarget(word, type));
  return targets.some((one) => one === null) ? [] : (targets as PastedTarget[]);
}

/** The field of an address keeps the text, and the settings around it. */
function readOtherProtocol(word: string, type: string): PastedTarget[] {
  const target = readConnection(word);
  return target && !(target.type === type && "url" in target.config) ? [target] : [];
}

function readConnection(word: string): PastedTarget | null {
  const target = readConnectionUrl(word);
  const { host, port } = target?.config ?? {};
  return target && { ...target, name: port === undefined ? nameOf(target.config) : `${host}:${port}` };
}

/** A host without a port is checked the way that is chosen in the form, and by https otherwise. */
function readTarget(word: string, type: string): PastedTarget | null {
  if (WEB.test(word)) return URL.canParse(word) ? toWebTarget({ url: word }) : null;
  const [, host, port] = HOST.exec(word) ?? [];
  if (host === undefined) return readConnection(word);
  const target = (own: string, config: PastedTarget["config"]) => ({ name: word, type: own, config });
  if (port !== undefined) return target(type === "tls" ? "tls" : "tcp", { host, port: Number(port) });
  if (type === "ping" || type === "tls") return target(type, { host });
  if (type === "dns") return target(type, { hostname: host });
  if (type === "domain") return target(type, { domain: host });
  return toWebTarget({ url: `https://${host}` });
}

function toWebTarget(config: object): PastedTarget {
  return { name: nameOf({ ...config }), type: "https", config: { ...config } };
}

/** Several addresses of one host are told apart by their paths. */
function nameApart(targets: readonly PastedTarget[]): PastedTarget[] {
  const counts = new Map<string, number>();
  for (const { name } of targets) counts.set(name, (counts.get(name) ?? 0) + 1);
  return targets.map((target) => {
    const url = String(target.config["url"] ?? "");
    if (counts.get(target.name) === 1 || !URL.canParse(url)) return target;
    const { pathname, search } = new URL(url);
    return { ...target, name: (target.name + pathname + search).replace(/\/$/, "").slice(0, 200) };
  });
}
