/** Cookies are returned only to the exact host that set them, whatever their Domain says. */
export interface CookieJar {
  store(url: URL, response: Response): void;
  cookiesFor(url: URL, own?: ReadonlySet<string>): string;
  find(name: string): string | undefined;
}

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
  isSecure: boolean;
}

const MOST_COOKIES = 100;
const COOKIE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function makeCookieJar(now: () => number): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    store(url, response) {
      for (const line of response.headers.getSetCookie()) {
        const { cookie, isGone } = parseCookie(line, { url, now: now() }) ?? {};
        if (!cookie) continue;
        const id = JSON.stringify([cookie.host, cookie.path, cookie.name]);
        cookies.delete(id);
        if (!isGone && cookies.size < MOST_COOKIES) cookies.set(id, cookie);
      }
    },
    find: (name) => [...cookies.values()].findLast((cookie) => cookie.name === name)?.value,
    cookiesFor(url, own) {
      return [...cookies.values()]
        .filter((cookie) => isFor(cookie, url) && !own?.has(cookie.name))
        .map(({ name, value }) => `${name}=${value}`)
        .join("; ");
    },
  };
}

function parseCookie(line: string, { url, now }: { url: URL; now: number }) {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  if (equals < 1 || !COOKIE.test(pair)) return null;
  const named = new Map(
    attributes.map((text): [string, string] => {
      const [name = "", ...value] = text.split("=");
      return [name.toLowerCase(), value.join("=")];
    }),
  );
  const path = named.get("path");
  const cookie = {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    host: url.host,
    path: path?.startsWith("/") ? path : url.pathname.replace(/\/[^/]*$/, "") || "/",
    isSecure: named.has("secure"),
  };
  const expiresAt = Date.parse(named.get("expires") ?? "");
  return { cookie, isGone: Number(named.get("max-age") ?? 1) <= 0 || expiresAt <= now };
}

function isFor({ host, path, isSecure }: Cookie, url: URL): boolean {
  if (host !== url.host || (isSecure && url.protocol !== "https:")) return false;
  return url.pathname === path || url.pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
