import { textsFor } from "../../domain/page/language.ts";
import { PAGE_TEXTS } from "../../domain/page/texts.ts";
import { notFound } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { getSnapshot, type PageVisitor } from "./view.ts";

export async function listPublicLocales(context: Context, looker: PageVisitor) {
  const { locales } = await getSnapshot(context, looker);
  return locales.map(({ code, name, isDefault }) => ({ code, name, isDefault }));
}

export async function getPublicLocale(context: Context, { code, ...looker }: PageVisitor & { code: string }) {
  const { locales } = await getSnapshot(context, looker);
  const found = locales.find((locale) => locale.code === code);
  if (!found) throw notFound("language");
  const { name, isDefault, translations } = found;
  return { code, name, isDefault, texts: textsFor(code, { translations, texts: PAGE_TEXTS }) };
}
