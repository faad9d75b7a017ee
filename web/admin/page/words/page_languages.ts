import { createLoad, type Load } from "../../../lib/load.ts";
import { listLocales } from "../../api/locale.ts";

export interface PageLanguages {
  /** What visitors may choose. */
  codes: readonly string[];
  /** What the main wording is in. */
  main: string;
}

export function createLanguages(): Load<PageLanguages> {
  return createLoad<PageLanguages>(getPageLanguages);
}

export async function getPageLanguages(signal: AbortSignal): Promise<PageLanguages> {
  const published = (await listLocales(signal)).filter((locale) => locale.published);
  return {
    codes: published.map(({ code }) => code),
    main: published.find(({ isDefault }) => isDefault)?.code ?? "en",
  };
}
