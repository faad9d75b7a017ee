const NAME = "uptide-lang";
const YEAR_SECS = 365 * 24 * 3600;
const COOKIE = /(?:^|;\s*)uptide-lang=([A-Za-z0-9-]{2,20})(?:;|$)/;
const CODE = /^[A-Za-z0-9-]{2,20}$/;

/** Never uses Accept-Language. */
export function readLanguage(request: Request, url: URL): { wanted: string | null; isNew: boolean } {
  const asked = url.search === "" ? null : url.searchParams.get("lang");
  if (asked !== null && CODE.test(asked)) return { wanted: asked.toLowerCase(), isNew: true };
  const kept = COOKIE.exec(request.headers.get("Cookie") ?? "")?.[1];
  return { wanted: kept?.toLowerCase() ?? null, isNew: false };
}

export function languageCookie(code: string, prefix = ""): string {
  return `${NAME}=${code}; Path=${prefix || "/"}; Max-Age=${YEAR_SECS}; SameSite=Lax`;
}
