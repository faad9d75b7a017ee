export interface CurlRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  auth?: { type: "basic"; basic: { username: string; password: string } };
  followRedirects: boolean;
}

interface Read {
  urls: string[];
  method: string | null;
  headers: [string, string][];
  data: string[];
  user: string | null;
  isHead: boolean;
  isQuery: boolean;
  follows: boolean;
}

const LONG: Readonly<Record<string, string>> = {
  "--request": "-X",
  "--header": "-H",
  "--data": "-d",
  "--data-raw": "-d",
  "--data-ascii": "-d",
  "--data-binary": "-d",
  "--user": "-u",
  "--user-agent": "-A",
  "--referer": "-e",
  "--cookie": "-b",
  "--head": "-I",
  "--get": "-G",
  "--location": "-L",
};

/** They change nothing that a monitor would send, but the word behind them is theirs. */
const WITH_VALUE = new Set(["-o", "-m", "-w", "-x", "-E", "-c", "-D", "-r", "-T", "-F", "-K"]);
const LONG_WITH_VALUE =
  /^--(?:output|max-time|connect-timeout|write-out|proxy|cacert|cert|key|retry|resolve)$/;

const DEEDS: Readonly<Record<string, (read: Read, value: string) => void>> = {
  "-X": (read, value) => {
    read.method = value.toUpperCase();
  },
  "-H": (read, value) => addHeader(read, value),
  "-d": (read, value) => read.data.push(value),
  "--json": (read, value) => {
    read.data.push(value);
    read.headers.push(["Content-Type", "application/json"], ["Accept", "application/json"]);
  },
  "-u": (read, value) => {
    read.user = value;
  },
  "-A": (read, value) => read.headers.push(["User-Agent", value]),
  "-e": (read, value) => read.headers.push(["Referer", value]),
  "-b": (read, value) => read.headers.push(["Cookie", value]),
  "--url": (read, value) => read.urls.push(value),
};

const SWITCHES: Readonly<Record<string, (read: Read) => void>> = {
  "-I": (read) => {
    read.isHead = true;
  },
  "-G": (read) => {
    read.isQuery = true;
  },
  "-L": (read) => {
    read.follows = true;
  },
};

/** Null for anything but a curl command with one address. */
export function readCurl([command, ...words]: readonly string[]): CurlRequest | null {
  if (command !== "curl") return null;
  const read: Read = {
    urls: [],
    method: null,
    headers: [],
    data: [],
    user: null,
    isHead: false,
    isQuery: false,
    follows: false,
  };
  const waiting = words.flatMap(splitOptions).values();
  for (const word of waiting) {
    const name = LONG[word] ?? word;
    const next = () => waiting.next().value ?? "";
    if (DEEDS[name]) DEEDS[name](read, next());
    else if (SWITCHES[name]) SWITCHES[name](read);
    else if (WITH_VALUE.has(name) || LONG_WITH_VALUE.test(name)) next();
    else if (!name.startsWith("-")) read.urls.push(name);
  }
  return toRequest(read);
}

/** `-sSXPOST` are four words, `--data=x` two. */
function splitOptions(word: string): string[] {
  const [, long, value = ""] = /^(--[a-z-]+)=([\s\S]*)$/.exec(word) ?? [];
  if (long) return [long, value];
  if (!/^-[A-Za-z]./.test(word)) return [word];
  const option = word.slice(0, 2);
  const rest = word.slice(2);
  if (DEEDS[option] || WITH_VALUE.has(option)) return [option, rest];
  return [option, ...splitOptions(`-${rest}`)];
}

function addHeader(read: Read, line: string): void {
  const colon = line.indexOf(":");
  if (colon > 0) read.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
}

function toRequest(read: Read): CurlRequest | null {
  const [first, ...more] = read.urls;
  if (first === undefined || more.length > 0) return null;
  const url = /^https?:\/\//.test(first) ? first : `http://${first}`;
  if (!URL.canParse(url)) return null;
  const data = read.data.join("&");
  const sendsBody = data !== "" && !read.isQuery;
  const method = read.method ?? (read.isHead ? "HEAD" : sendsBody ? "POST" : "GET");
  const headers = Object.fromEntries(read.headers);
  const hasType = read.headers.some(([name]) => name.toLowerCase() === "content-type");
  if (sendsBody && !hasType) headers["Content-Type"] = "application/x-www-form-urlencoded";
  const [username = "", ...password] = read.user?.split(":") ?? [];
  return {
    url: read.isQuery && data ? url + (url.includes("?") ? "&" : "?") + data : url,
    method,
    headers,
    body: sendsBody ? data : "",
    ...(read.user !== null && {
      auth: { type: "basic" as const, basic: { username, password: password.join(":") } },
    }),
    followRedirects: read.follows,
  };
}
