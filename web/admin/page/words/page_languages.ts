import { createLoad, type Load } from "../../../lib/load.ts";
import { listLocales } from "../../api/locale.ts";

export interface PageLanguages {
  codes: readonly string[];
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
