import { parseArgs } from "node:util";
import { Refusal } from "./refusal.ts";

export interface Options {
  name: string | null;
  url: string | null;
  /** PUBLIC_URL follows the first, unless it is set. */
  domains: string[];
  isCheck: boolean;
  waitSecs: number;
}

export const HELP = `Deploys Uptide to Cloudflare: npm run deploy -- [options]

  --url https://status.example.com   the public address; every link starts with it (PUBLIC_URL)
  --domain status.example.com        also serve this hostname, in a zone of the account; repeatable
  --name second                      deploy another instance with its own resources
  --check                            show what would change, without changing anything
  --wait 60                          seconds to wait for the first response; 0 skips it

Options of an earlier deploy are kept. Sign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN.`;

export function parseOptions(args: readonly string[]): Options | null {
  const { help, name, url, domain = [], check, wait } = parse(args);
  if (help) return null;
  return {
    name: name === undefined ? null : parseName(name),
    url: url === undefined ? null : parseUrl(url),
    domains: [...new Set(domain.map(parseDomain))],
    isCheck: check ?? false,
    waitSecs: parseWait(wait ?? "60"),
  };
}

function parse(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean" } as const;
    const options = {
      name: text,
      url: text,
      domain: { type: "string", multiple: true } as const,
      wait: text,
      check: flag,
      help: flag,
    };
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split(". ");
    throw new Refusal(`${sentence}. See npm run deploy -- --help`);
  }
}

/** The longest resource name is "<name>-subscribers", and bucket names are limited to 63 characters. */
function parseName(name: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/.test(name)) return name;
  throw new Refusal(`--name ${name}: use 1 to 50 lowercase letters, digits and hyphens, such as second.`);
}

export function parseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/+$/, "");
  throw new Refusal(`--url ${text}: use an address such as https://status.example.com.`);
}

function parseDomain(text: string): string {
  const domain = text.toLowerCase().replace(/\.$/, "");
  if (/^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain)) return domain;
  throw new Refusal(`--domain ${text}: use only the hostname, such as status.example.com.`);
}

function parseWait(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new Refusal(`--wait ${text}: use a number of seconds, such as 60.`);
}
