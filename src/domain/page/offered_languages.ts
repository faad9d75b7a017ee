import type { PageLanguages } from "../../schema/page_languages.ts";

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
