import type { PageLanguages } from "../../schema/page_languages.ts";

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

export function offeredOf<T extends { code: string; isDefault: boolean }>(
  published: readonly T[],
  { offered, default: wanted }: PageLanguages,
): T[] {
  const kept = published.filter(({ code }) => offered === null || offered.includes(code));
  const own = kept.length > 0 ? kept : published.filter(({ isDefault }) => isDefault);
  const first = [wanted, published.find(({ isDefault }) => isDefault)?.code, own[0]?.code];
  const main = first.find((code) => own.some((one) => one.code === code));
  return own.map((one) =>
    one.isDefault === (one.code === main) ? one : { ...one, isDefault: one.code === main },
  );
}
